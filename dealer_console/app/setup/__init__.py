"""The first run: answers of a person or of a file become the files of a table that opens."""
