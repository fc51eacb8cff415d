"""Entries for the fold of the approvals, numbered and timed like those of a journal."""

from __future__ import annotations

from dataclasses import dataclass, field

from dealer_console.journal.canonical import canonical_object
from dealer_console.journal.entry import NO_HASH, Draft, Entry
from dealer_console.table.approvals.state import Approvals

LOG = "0123456789abcdef" * 2


def entry(draft: Draft, *, seq: int, at_ms: int) -> Entry:
    canonical_object(draft.data)  # a draft that no journal could keep fails here
    return Entry(
        seq=seq,
        kind=draft.kind,
        version=draft.version,
        at_ms=at_ms,
        who=draft.who,
        device=draft.device,
        data=draft.data,
        previous=NO_HASH,
        hash=NO_HASH,
    )


@dataclass
class Pages:
    """What was written so far, and the state that it folds to."""

    state: Approvals = field(default_factory=lambda: Approvals(log=LOG))
    entries: list[Entry] = field(default_factory=list)

    def write(self, draft: Draft, *, at_ms: int) -> None:
        added = entry(draft, seq=len(self.entries) + 1, at_ms=at_ms)
        self.state = self.state.apply(added)
        self.entries.append(added)

    def folded_again(self) -> Approvals:
        """As after a restart."""
        state = Approvals(log=LOG)
        for kept in self.entries:
            state = state.apply(kept)
        return state
