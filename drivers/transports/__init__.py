"""Ports: serial, USB, local sockets, and a line in virtual time. All show the same small face, see `interface`."""
