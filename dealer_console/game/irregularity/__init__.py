"""When something goes wrong: which irregularities there are, where they stand, their rulings, late calls."""
