"""The supervisor's window: paints the pages of the pit and hands on what is touched."""
