"""Deck designs: from 52 pictures to one file that the reader compares with."""
