"""What lies over the felt: pages, pads and dialogs of the console."""
