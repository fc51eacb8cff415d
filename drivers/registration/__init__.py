"""The devices that a house knows, and how a technician makes one known."""
