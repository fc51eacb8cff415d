"""Los textos de la mesa en español: turno, personas, aparatos, dinero."""

from __future__ import annotations

from typing import Final

TABLE: Final[tuple[tuple[str, str], ...]] = ()
