"""Coming back: the last snapshot, then the entries after it. The cost does not grow with the length of the history."""

from __future__ import annotations

from dealer_console.journal import AnyJournal
from dealer_console.table.state.state_codec import state_from_data
from dealer_console.table.state.table_state import TableState


def restore(journal: AnyJournal) -> TableState:
    """The state that the committed journal says, nothing else."""
    snapshot = journal.last_snapshot()
    state = state_from_data(snapshot.data) if snapshot is not None else None
    if snapshot is None or state is None:
        state = TableState()
    else:
        state.seq = snapshot.seq
    for entry in journal.entries(after=state.seq):
        state.fold(entry)
    return state
