"""What follows from the constants of the wire: dissectors, the Kaitai structure, the tables of messages."""
