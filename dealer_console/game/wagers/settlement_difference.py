"""What has to be given back, taken or paid when a round turns out otherwise than it was settled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from dealer_console.game.hand import Bettor, Spot, Wager
from dealer_console.game.money import ZERO, Cents
from dealer_console.game.state import Round

Key = tuple[Spot, Bettor, str, str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One wager: what was settled, what is right, and the money between them. `was` or `now` None: not settled."""

    spot: Spot
    bettor: Bettor
    hand: str | None
    wager: str
    stake: Cents
    was: str | None
    now: str | None
    give_back: Cents = ZERO  # taken before, not to be taken
    pay: Cents = ZERO
    take: Cents = ZERO
    withdrawn: bool = False  # the wager itself no longer stands: its stake goes back

    @property
    def to_player(self) -> int:
        return self.give_back + self.pay - self.take


def differences(old: Round, new: Round) -> tuple[Difference, ...]:
    """Wager by wager, the new settlements against the old ones, in the order of the new round's wagers."""
    before, after = dict(_by_key(old)), dict(_by_key(new))
    compared = [_difference(wager, before.get(key), wager) for key, wager in after.items()]
    compared += [_difference(wager, wager, None) for key, wager in before.items() if key not in after]
    return tuple(difference for difference in compared if difference is not None)


def _by_key(r: Round) -> Iterator[tuple[Key, Wager]]:
    """The wagers by what they are: a main wager and its toke keep their name when their hand is split."""
    seen: Counter[tuple[Spot, Bettor, str, str]] = Counter()
    for wager in r.wagers():
        name = wager.hand.id if wager.hand is not None else wager.hand_name
        base = (wager.rides_on or wager).kind
        place = name[:2] if name is not None and base == "main" else name or ""
        key = (wager.spot.number, wager.bettor, str(place), f"{wager.kind} {base}")
        yield (*key, seen[key]), wager
        seen[key] += 1


def _difference(wager: Wager, old: Wager | None, new: Wager | None) -> Difference | None:
    was, now = old.settlement if old else None, new.settlement if new else None
    taken, paid = (was.takes, was.pays) if was else (ZERO, ZERO)
    takes, pays = (now.takes, now.pays) if now else (ZERO, ZERO)
    withdrawn = new is None and wager.stake > 0
    changed = (was.outcome if was else None) != (now.outcome if now else None) or (taken, paid) != (takes, pays)
    if not changed and not withdrawn:
        return None
    return Difference(
        spot=wager.spot.number,
        bettor=wager.bettor,
        hand=wager.hand.id if wager.hand is not None else wager.hand_name,
        wager=wager.kind,
        stake=wager.stake,
        was=was.outcome if was else None,
        now=now.outcome if now else None,
        give_back=Cents(max(0, taken - takes)),
        pay=Cents(max(0, pays - paid)),
        take=Cents(max(0, takes - taken) + max(0, paid - pays)),
        withdrawn=withdrawn,
    )
