"""What the commands do and print. One module per command, imported when it is called."""
