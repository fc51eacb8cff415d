"""The archive: a journal, a folder of journals or the floor's database, and the index that finds rounds in it."""

from dealer_console.pit.archive.archive import Archive
from dealer_console.pit.archive.search import Cursor, FoundRound, Page, Search
from dealer_console.pit.archive.sources import EntrySource, Log

__all__ = ["Archive", "Cursor", "EntrySource", "FoundRound", "Log", "Page", "Search"]
