"""What can go wrong in the review, by whose fault it is."""

from __future__ import annotations


class PitRefused(Exception):
    """A person asked for what is not there or cannot be; the text says what to do. Nothing has changed."""
