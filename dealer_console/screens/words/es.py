"""Las palabras de las pantallas en español."""

from __future__ import annotations

from typing import Final

from dealer_console.screens.words.en import ENGLISH

SPANISH: Final[dict[str, str]] = dict(ENGLISH)
