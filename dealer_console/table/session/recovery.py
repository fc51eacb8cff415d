"""Coming back: the last snapshot, then the entries after it. The cost does not grow with the length of the history.

A snapshot does not repeat the text of the rule set, most of its bytes: that stands in the entry of the configuration.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from dealer_console.journal import AnyJournal, Entry
from dealer_console.journal.canonical import Json
from dealer_console.journal.entries.journal_own import ConfigurationSet
from dealer_console.table.devices.csm_inventory import CONTINUOUS
from dealer_console.table.state.state_codec import state_from_data
from dealer_console.table.state.table_state import TableState
from drivers.interfaces import ContinuousShufflerDevice, ShoeDevice, TableDevice


def restore(journal: AnyJournal) -> TableState:
    """The state that the committed journal says, nothing else."""
    snapshot = journal.last_snapshot()
    state = state_from_data(_with_rules_text(journal, snapshot)) if snapshot is not None else None
    if snapshot is None or state is None:
        state = TableState()
    else:
        state.seq = state.snapshot_seq = snapshot.seq
    for entry in journal.entries(after=state.seq):
        state.fold(entry)
    return state


def remind_devices(devices: Mapping[str, TableDevice], state: TableState) -> None:
    """A shoe believes only draws that it knows; the totals of a continuous shuffler are checked from the first step."""
    shoe, shuffler, stock = devices.get("shoe"), devices.get(CONTINUOUS), state.stock
    if shoe is not None:
        for draw in state.draws.values():
            cast(ShoeDevice, shoe).remember_draw(draw.number, draw.commitment)
    if shuffler is not None and stock is not None and stock.total_in is not None and stock.total_out is not None:
        known = cast(ContinuousShufflerDevice, shuffler)
        known.remember_totals(total_in=stock.total_in, total_out=stock.total_out)


def _with_rules_text(journal: AnyJournal, snapshot: Entry) -> Mapping[str, Json]:
    """As the snapshot says it, with the rule set's text as this journal has it; older snapshots have it themselves."""
    stored, entry = snapshot.data.get("configuration"), journal.last_configuration(snapshot.seq)
    if not isinstance(stored, dict) or "rules_text" in stored or entry is None:
        return snapshot.data
    typed = entry.typed
    if not isinstance(typed, ConfigurationSet) or typed.rules_hash != stored.get("rules_hash"):
        return snapshot.data
    return {**snapshot.data, "configuration": {**stored, "rules_text": typed.rules_text}}
