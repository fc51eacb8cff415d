"""Commands about people: coming and going, calls and notes, notices, requests and their answers."""
