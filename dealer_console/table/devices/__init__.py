"""What the devices of the table mean for it: events in, orders out."""
