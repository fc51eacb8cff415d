"""The tables on the board: which of them, in which order, and what the tile of each says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from dealer_console.pit.amounts import in_dollars
from dealer_console.pit.board import TableStatus
from dealer_console.pit.pages.values import Tile, TileLook
from dealer_console.screens.values import Level

CLOSED: Final = ("closed", "never opened")
LEVELS: Final[dict[TileLook, Level]] = {"calling": "bad", "live": "good", "closed": "off"}
_TURN: Final[tuple[TileLook, ...]] = ("calling", "live", "closed")


def look_of(status: TableStatus) -> TileLook:
    """Whoever needs somebody now; then who plays; a closed table with an open call is called from, too."""
    if status.calls or status.state == "irregularity":
        return "calling"
    return "closed" if status.state in CLOSED else "live"


def in_sight(tables: Sequence[TableStatus], *, crowded: bool, closed: bool) -> list[TableStatus]:
    """Closed tables come last, or not at all.

    Where all tables are in sight each keeps its place, because people look where it was. Where they are not, those that
    call come first: nobody should have to turn pages to find one.
    """
    wanted = [each for each in tables if closed or look_of(each) != "closed"]
    if crowded:
        return sorted(wanted, key=lambda each: (_TURN.index(look_of(each)), each.log.table))
    return sorted(wanted, key=lambda each: (each.state in CLOSED, each.log.table))


def counted(tables: Sequence[TableStatus]) -> str:
    """`2 calling, 30 open, 8 closed`."""
    found = Counter(look_of(each) for each in tables)
    words = {"calling": "calling", "live": "open", "closed": "closed"}
    return ", ".join(f"{found[look]} {words[look]}" for look in _TURN if found[look])


def tile(status: TableStatus, at: int, clock: Callable[[int], str], *, compact: bool) -> Tile:
    """`compact`: where there are many, only what needs a look has a note."""
    look = look_of(status)
    rounds = f" {status.round}" if status.round is not None else ""
    notes = _notes(status, clock)
    return Tile(
        id=f"board:table:{status.log.table}",
        title=status.log.table,
        state=status.state + rounds,
        level=LEVELS[look],
        look=look,
        compact=compact,
        figures=(
            ("", _dealer(status, clock)),
            ("pace", f"{status.rounds_per_hour} rounds/h, {status.hands_per_hour} hands/h"),
            ("win", in_dollars(status.win)),
            ("drop", in_dollars(status.drop)),
        ),
        notes=tuple(each for each in notes if not compact or each[0] in ("bad", "warn")),
        key=str(at + 1) if at < 9 else "",
    )


def _dealer(status: TableStatus, clock: Callable[[int], str]) -> str:
    if status.state == "closed":
        return f"since {clock(status.last_ms)}"
    return status.dealer or "no dealer"


def _notes(status: TableStatus, clock: Callable[[int], str]) -> list[tuple[Level, str]]:
    found: list[tuple[Level, str]] = []
    if status.calls:
        found.append(("bad", f"{status.calls} open call{'s' if status.calls > 1 else ''}"))
    unwell = [each for each in status.devices if each.state != "ready"]
    if unwell:
        found.append(("warn", ", ".join(f"{each.device} {each.state}" for each in unwell)))
    elif status.devices:
        found.append(("good", "devices ready"))
    if status.last_irregularity_ms is not None:
        found.append(("off", f"{clock(status.last_irregularity_ms)} {status.last_irregularity.replace('-', ' ')}"))
    return found
