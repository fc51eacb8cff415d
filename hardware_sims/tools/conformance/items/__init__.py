"""The items of the conformance list, C1 to C55."""
