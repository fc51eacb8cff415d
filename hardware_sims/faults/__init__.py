"""Faults that a simulator can be given, on the line and in the device."""
