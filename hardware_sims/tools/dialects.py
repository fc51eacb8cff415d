"""The dialects by the names the command line uses."""

from enum import StrEnum


class DialectName(StrEnum):
    TABLELINK = "tablelink"
    ANGEL_EYE = "angel-eye"
