"""Everyone who folds the rounds of a journal, side by side: they must say the same after every entry."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from dealer_console.game.money import show
from dealer_console.journal import Journal
from dealer_console.journal.entry import Entry
from dealer_console.journal.rounds import recorded_rounds
from dealer_console.journal.verification.checked_rounds import CheckedRounds
from dealer_console.table.snapshot.past_rounds import PastRounds
from dealer_console.table.state.table_state import TableState


class Readers:
    """The live table and verification."""

    def __init__(self) -> None:
        self.table = TableState()
        self.checked = CheckedRounds()

    def take(self, entry: Entry) -> None:
        self.table.fold(entry)
        self.checked.follow(entry)
        live, again = self.table.open_round, self.checked.open
        assert (live is None) is (again is None), entry
        if live is None or again is None:
            return
        assert live.standing == again.standing
        assert live.bets == again.bets
        assert live.felt.settlements == again.felt.settlements
        if not self.checked.owed:
            assert Counter(wager.settlement for wager in live.settled) == Counter(again.felt.settlements)
        assert live.felt.shoe.copies == again.felt.shoe.copies


def readers_agree(path: Path) -> int:
    """The entries of this journal, one after the other; then its history. Gives how many rounds it has."""
    with Journal.open(path) as journal:
        readers = Readers()
        for entry in journal.entries():
            readers.take(entry)
        past = PastRounds(journal).rounds
    recorded = {fold.number: fold for fold in recorded_rounds(path)}
    assert len(recorded) == readers.checked.rounds
    for shown in past:
        fold = recorded[shown.number]
        assert (shown.settled, shown.closed_ms, show(shown.house_net)) == (
            tuple(fold.settled),
            fold.closed_at_ms,
            fold.house_net,
        )
    return len(recorded)
