"""tablelink version 1: the open protocol of shuffler, continuous shuffler, sealed shoe and hole-card reader."""
