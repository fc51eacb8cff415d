"""What is printed: pages, columns, slips."""
