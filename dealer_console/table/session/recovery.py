"""Coming back: the last snapshot, then the entries after it. The cost does not grow with the length of the history.

A snapshot does not repeat the text of the rule set, most of its bytes: that stands in the entry of the configuration.
"""

from __future__ import annotations

from collections.abc import Mapping

from dealer_console.journal import AnyJournal, Entry
from dealer_console.journal.canonical import Json
from dealer_console.journal.entries.journal_own import ConfigurationSet
from dealer_console.table.state.state_codec import state_from_data
from dealer_console.table.state.table_state import TableState


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


def _with_rules_text(journal: AnyJournal, snapshot: Entry) -> Mapping[str, Json]:
    """As the snapshot says it, with the rule set's text as this journal has it; older snapshots have it themselves."""
    stored, entry = snapshot.data.get("configuration"), journal.last_configuration(snapshot.seq)
    if not isinstance(stored, dict) or "rules_text" in stored or entry is None:
        return snapshot.data
    typed = entry.typed
    if not isinstance(typed, ConfigurationSet) or typed.rules_hash != stored.get("rules_hash"):
        return snapshot.data
    return {**snapshot.data, "configuration": {**stored, "rules_text": typed.rules_text}}
