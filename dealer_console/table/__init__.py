"""The live table: device events and commands, people and approvals, the shift, recovery."""
