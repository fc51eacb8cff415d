"""angel-eye: the electronic shoe that tells its cards in plain, and the keeper that seals them."""
