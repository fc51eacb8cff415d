"""Programs for the maintainers: they write documents and pictures. The wheel does not carry them."""
