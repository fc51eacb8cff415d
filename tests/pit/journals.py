"""Journals for tests: small ones, written by hand entry by entry."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dealer_console.demo.floor.quick_journal import QuickJournal
from dealer_console.journal import Draft
from dealer_console.journal.configuration import configuration

KEY = bytes(range(32))
NOON = 1_794_830_400_000  # 2026-11-16 12:00 UTC
HOUR = 3_600_000


class HandWritten:
    """A table whose entries a test writes down itself."""

    def __init__(self, path: Path, table: str = "t-1", log: int = 1, after: HandWritten | None = None) -> None:
        """`after` is the journal that the table had before."""
        self.path = path
        self.now: int = NOON if after is None else after.now
        follows = None if after is None else after.journal.head
        self.journal: QuickJournal = QuickJournal(
            path, table=table, signing_key=KEY, log=bytes([log] * 16), at_ms=self.now, follows=follows
        )
        self.append(configuration("massachusetts-switch", {}))
        self.rounds = 0

    def append(self, *drafts: Draft, later: int = 1000) -> int:
        self.now += later
        return self.journal.append(drafts, at_ms=self.now)[0].seq

    def open_shift(self, dealer: str = "Ann") -> HandWritten:
        opened = {
            "step": "open",
            "table": "t-1",
            "rules": "massachusetts-switch",
            "denominations": [10000, 2500, 500],
            "most_spots": 1,
            "verified_by": "Sue",
        }
        self.append(Draft(kind="shift", data={**opened}, who="Sue"))  # type: ignore[dict-item]
        self.append(Draft(kind="money", data={"what": "opener", "cents": 1_000_000, "chips": {"10000": 100}}))
        self.append(Draft(kind="person-in", data={"person": dealer, "role": "dealer"}, who=dealer))
        return self

    def round(
        self, *settled: tuple[str, str, str, str], moves: Sequence[str] = (), bets: Sequence[str] = ("1 25",)
    ) -> int:
        """(wager, stake, pays, takes) each; the number of the first entry."""
        self.rounds += 1
        first = self.append(Draft(kind="round-opened", data={"round": self.rounds, "bets": [*bets]}, who="Ann"))
        for move in moves:
            self.append(Draft(kind="move", data={"move": move}, who="Ann"))
        net = 0
        for wager, stake, pays, takes in settled:
            self.append(self._settlement(wager, stake, pays, takes))
            net += round(float(takes) * 100) - round(float(pays) * 100)
        money = f"{'-' if net < 0 else ''}{abs(net) // 100}.{abs(net) % 100:02d}"
        self.append(Draft(kind="round-closed", data={"round": self.rounds, "house_net": money}))
        self.journal.checkpoint(self.now)
        return first

    @staticmethod
    def _settlement(wager: str, stake: str, pays: str, takes: str) -> Draft:
        outcome = "win" if pays != "0.00" else "lose" if takes != "0.00" else "push"
        hand = "1a" if wager in ("main", "double") else None
        return Draft(
            kind="settlement",
            data={
                "spot": 1,
                "bettor": 1,
                "hand": hand,
                "wager": wager,
                "stake": stake,
                "outcome": outcome,
                "pays": pays,
                "takes": takes,
                "rule": "MA 5",
            },
        )

    def close(self) -> Path:
        self.journal.checkpoint(self.now)
        self.journal.close()
        return self.path
