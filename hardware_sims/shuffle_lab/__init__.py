"""The shuffle laboratory: is the order that comes out of a shuffler random? Orders in, five statistics, a verdict."""
