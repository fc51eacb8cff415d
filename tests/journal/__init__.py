"""The journal: contract, durability, tampering, vault."""
