"""Rigs and generators that the product does not ship: benches, pictures, galleries, generated documents."""
