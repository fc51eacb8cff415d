"""Pictures of what the simulated camera can show."""
