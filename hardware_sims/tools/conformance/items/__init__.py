"""The items of the conformance list."""
