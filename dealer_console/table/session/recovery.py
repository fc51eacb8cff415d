"""Coming back: the last snapshot, then the entries after it. The cost does not grow with the length of the history.

A snapshot does not repeat the text of the rule set, most of its bytes: that stands in the entry of the configuration.

Do the snapshots of a journal say what its entries say? That is a check beside the walks of `verify`, stretch by
stretch. A snapshot is compared with the fold from the one before it, which the stretch before has compared. Only what
this very version of the program wrote is compared: another one may have folded otherwise, and its snapshots are not
restored.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from typing import Final, cast

from dealer_console.game.errors import Bug, Refused
from dealer_console.game.message import Message
from dealer_console.journal import AnyJournal, Entry
from dealer_console.journal.canonical import Json, canonical
from dealer_console.journal.entries.journal_own import ConfigurationSet, SoftwareStarted
from dealer_console.journal.entry import RawRow, entry_of
from dealer_console.journal.errors import JournalDamaged
from dealer_console.journal.software import software_version
from dealer_console.journal.storage import reader
from dealer_console.journal.verification.stretches import Stretch
from dealer_console.journal.verification.walk import Problem
from dealer_console.table.shift.continuous_shuffler import CONTINUOUS
from dealer_console.table.state.state_codec import is_of_this_form, state_from_data
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
            cast("ShoeDevice", shoe).remember_draw(draw.number, draw.commitment)
    if shuffler is not None and stock is not None and stock.total_in is not None and stock.total_out is not None:
        known = cast("ContinuousShufflerDevice", shuffler)
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


_NOT_FOLDED: Final = (Bug, Refused, JournalDamaged, LookupError, TypeError, ValueError, AttributeError, RecursionError)


def compare_snapshots(stretch: Stretch) -> Problem | None:
    """The first snapshot of the stretch that says something else than the entries before it."""
    with reader.read_only(stretch.path) as connection:
        check = _Check(connection, stretch)
        try:
            return check.problem()
        except _NOT_FOLDED:  # no table wrote this, or one of long ago: a table would not open from it either
            return None


class _Check:
    def __init__(self, connection: sqlite3.Connection, stretch: Stretch) -> None:
        self._connection = connection
        self._stretch = stretch
        self._ours = self._wrote_we(stretch.start.seq)
        self._state = TableState() if stretch.start.seq == 0 else self._before()

    def _wrote_we(self, seq: int) -> bool:
        row = reader.last_of(self._connection, "software", before=seq + 1) if seq else None
        return row is None or json.loads(row.data).get("version") == software_version()

    def _before(self) -> TableState | None:
        """As the last snapshot before the stretch says it; None: there is none of this form."""
        row = reader.last_of(self._connection, "snapshot", before=self._stretch.start.seq + 1)
        if row is None:
            return None
        seq = row.seq
        state = self._restored(json.loads(row.data), seq)
        if state is not None:
            state.seq = seq
        return state

    def _restored(self, data: Mapping[str, Json], seq: int) -> TableState | None:
        stored = data.get("configuration")
        row = reader.last_of(self._connection, "configuration", before=seq + 1)
        if isinstance(stored, dict) and "rules_text" not in stored and row is not None:
            data = {**data, "configuration": {**stored, "rules_text": json.loads(row.data).get("rules_text")}}
        return state_from_data(data)

    def problem(self) -> Problem | None:
        after = self._stretch.start.seq if self._state is None else self._state.seq
        for rows in reader.row_batches(self._connection, after=after, upto=self._stretch.upto):
            for row in rows:
                if row[1] == "snapshot" and (problem := self._snapshot(row)) is not None:
                    return problem
                self._fold(row)
        return None

    def _fold(self, row: RawRow) -> None:
        entry = entry_of(row, "")
        if isinstance(entry.typed, SoftwareStarted):
            self._ours = entry.typed.version == software_version()
        if self._state is not None:
            self._state.fold(entry)

    def _snapshot(self, row: RawRow) -> Problem | None:
        seq, data = row[0], row[7]
        stored = json.loads(data)
        if not is_of_this_form(stored):
            return None
        if self._state is None:
            self._state = self._restored(stored, seq)
        elif self._ours and canonical(self._state.data()) != data:
            return Problem(entry=seq, what=Message("verify-snapshot-differs", parts=self._differs(stored)))
        return None

    def _differs(self, stored: Mapping[str, Json]) -> str:
        folded = {} if self._state is None else self._state.data()
        return ", ".join(sorted(key for key in folded.keys() | stored.keys() if folded.get(key) != stored.get(key)))
