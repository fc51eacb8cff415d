"""`docs/faults.md`: what every row of the table of meanings leads to, in every phase, under every rule set.

python -m tests.tools.documents.fault_page [--check]
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from dealer_console.game import moves
from dealer_console.game.cards import card
from dealer_console.game.engine import why_not
from dealer_console.game.phases import PHASES
from dealer_console.table.devices.fault_policy import ASKED_OF_THE_DEALER, SITUATIONS, outcome_of_row
from dealer_console.table.state.card_places import seen_code
from dealer_console.table.state.table_state import TableState
from drivers import events, fault_policy
from tests.tools.documents.fault_situations import BETWEEN_ROUNDS, rule_sets, standings, table_of

PAGE: Final = Path(__file__).parents[3] / "docs" / "faults.md"
COLUMNS: Final = (BETWEEN_ROUNDS, *PHASES)
NEVER: Final = "·"

_HEAD: Final = """# What a fault leads to

For technicians, supervisors and developers: what each fault of a device leads to, in every phase of a round.

`python -m tests.tools.documents.fault_page` generates this page from the function that the table itself uses
(`dealer_console/table/devices/fault_policy.py`). One test compares the page with it; another lets the table do what is
written here.

| cell | meaning |
| --- | --- |
| a code | this irregularity is called at once |
| *alarm* | the dealer is shown the next step, because the code cannot be called there or the row has none |
| *asks* | the table waits for the dealer to say whether a face was seen |
| *waits* | the card is kept until the ruling is given or the round is closed |
| `-` | it is recorded, and nothing follows |
| `·` | the situation of the row does not occur in this phase |
| several words | it depends on the moment within the phase, for example on whether a card is due |

A fault that cannot be called while another irregularity is open is called when that one is resolved, if the device is
still out of order and the round needs it.

*alarm* of a shoe between rounds: no card is entered by hand, no burn card either, before the shoe tells the cards again
or two people have taken it off the table ([live-table.md](live-table.md#without-a-device)). A round is opened with a
continuous shuffler, and a card burned from it, only while it has no fault.
"""


def cell(state: TableState, kind: str, row: fault_policy.FaultRule) -> str:
    """One moment: the word for what the row leads to."""
    if row.event is events.CardDrawn and row.code is not None:
        return _cell_of_card(state, row)
    if row.situation in ASKED_OF_THE_DEALER:
        return "asks"
    if row.situation == fault_policy.UNREADABLE:
        return "entered by hand"
    holds = SITUATIONS[row.situation]
    if row.situation != fault_policy.VERDICT_NOT_OK and not holds(state, _any_fact(row), kind):
        return NEVER
    return str(outcome_of_row(state, kind, row, row.kinds[0] if row.kinds else ""))


def _cell_of_card(state: TableState, row: fault_policy.FaultRule) -> str:
    """A card out of order is put before the rules by its own code, when it has been opened or explained."""
    r = state.round
    if r is None:
        return "out of play"
    if row.situation == fault_policy.FACE_UP:
        call = moves.IrregularityCalled(code="card-face-up-in-shoe", card=card("2c"))
        return call.code if why_not(r, call) is None else "waits"
    late = seen_code(r) == "dealer-drew-too-many"
    if late != (row.situation == fault_policy.DEALER_COMPLETE):
        return NEVER
    if r.due is not None and row.situation == fault_policy.NOT_DUE_SEEN:
        return seen_code(r) if seen_code(r) == "hole-card-exposed" else "where it is due"
    code = row.code or ""
    face = card("2c") if code != "card-drawn-unexposed" else None
    return code if why_not(r, moves.IrregularityCalled(code=code, card=face)) is None else "waits"


def _any_fact(row: fault_policy.FaultRule) -> events.Event:
    return events.LineNoticed(serial="", kind=row.situation, compare_cards=False)


def table_of_rules(names: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """One line per row and device, one cell per phase: all words that occur under these rule sets, in their order."""
    rows = [(kind, row) for row in fault_policy.FAULT_RULES for kind in row.devices]
    found: list[dict[str, list[str]]] = [{column: [] for column in COLUMNS} for _ in rows]
    for phase, state in (moment for rules in names for moment in standings(rules)):
        for (kind, row), cells in zip(rows, found, strict=True):
            word = cell(state, kind, row)
            if word not in cells[phase]:
                cells[phase].append(word)
    return tuple(_line(kind, row, cells) for (kind, row), cells in zip(rows, found, strict=True))


def _line(kind: str, row: fault_policy.FaultRule, cells: dict[str, list[str]]) -> tuple[str, ...]:
    what = row.event.__name__ + (f" {', '.join(row.kinds)}" if row.kinds else "")
    when = "" if row.situation == fault_policy.ALWAYS else row.situation
    return (kind, what, when, *(_words(cells[column]) for column in COLUMNS))


def _words(words: list[str]) -> str:
    told = sorted(word for word in words if word != NEVER)
    return " / ".join(told) if told else NEVER


def page() -> str:
    """The catalogue stands where the phase lets it stand, so rule sets differ only in whether they have a reader."""
    groups: dict[str, list[str]] = {}
    for rules in rule_sets():
        kind = "With a reader" if table_of(rules).hole_card == "reader" else "Without a reader"
        groups.setdefault(kind, []).append(rules)
    parts = [_HEAD]
    for kind, names in sorted(groups.items()):
        parts.append(f"## {kind}: {', '.join(names)}\n")
        parts.append(_markdown(("device", "event", "situation", *COLUMNS), table_of_rules(names)))
    return "\n".join(parts)


def _markdown(head: Iterable[str], lines: Iterable[Iterable[str]]) -> str:
    titles = list(head)
    rows = [titles, ["---"] * len(titles), *lines]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows) + "\n"


def main(arguments: list[str]) -> int:
    text = page()
    if "--check" in arguments:
        return 0 if PAGE.exists() and PAGE.read_text("utf-8") == text else 1
    PAGE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
