"""Pictures of the simulated camera for the documents."""
