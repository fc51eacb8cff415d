"""What follows from the tables of the wire formats: pages, a dissector, a Kaitai file."""
