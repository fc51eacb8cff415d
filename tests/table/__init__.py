"""Tests of the live table."""
