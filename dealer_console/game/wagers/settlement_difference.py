"""What has to be given back, taken or paid when a round turns out otherwise than it was settled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dealer_console.game.hand import Bettor, Spot, Wager
from dealer_console.game.money import ZERO, Cents
from dealer_console.game.state import Round, Settlement

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


def differences(old: Round, new: Round) -> tuple[Difference, ...]:
    """Wager by wager, the new settlements against the old ones, in the order of the new round's wagers."""
    before, after = dict(_by_key(old)), dict(_by_key(new))
    compared = [_difference(wager, _settled(before.get(key)), wager) for key, wager in after.items()]
    compared += [_difference(wager, wager.settlement, None) for key, wager in before.items() if key not in after]
    return tuple(difference for difference in compared if difference is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyToMove:
    """`now`: what is given back, taken or paid at once. `covered`: the new settlements that ask for nothing more."""

    now: tuple[Difference, ...]
    covered: tuple[Settlement, ...]


def money_to_move(old: Round, new: Round, unpaid: Sequence[Settlement] = ()) -> MoneyToMove:
    """Exactly once: only chips that have moved move back, and what is still to be paid at the end stays there.

    `unpaid` are the old settlements whose chips still lie as they lay.
    """
    waiting = [*unpaid]
    moved: dict[Key, Settlement | None] = {}
    for key, wager in _by_key(old):
        settlement = wager.settlement
        if settlement is not None and settlement in waiting:
            waiting.remove(settlement)
            settlement = None
        moved[key] = settlement
    now: list[Difference | None] = []
    covered: list[Settlement] = []
    after = dict(_by_key(new))
    for key, wager in after.items():
        settled, paid = wager.settlement, moved.get(key)
        if settled is not None and paid is None and new.complete:
            continue  # taken or paid with the others, at the end of the round
        covered += [settled] if settled is not None else []
        now.append(_difference(wager, paid, wager))
    now += [_difference(wager, moved[key], None) for key, wager in _by_key(old) if key not in after]
    return MoneyToMove(now=tuple(difference for difference in now if difference is not None), covered=tuple(covered))


def _by_key(r: Round) -> Iterator[tuple[Key, Wager]]:
    """The wagers by what they are: a main wager and its toke keep their name when their hand is split."""
    counts: Counter[tuple[Spot, Bettor, str, str]] = Counter()
    for wager in r.wagers():
        name = wager.hand.id if wager.hand is not None else wager.hand_name
        base = (wager.rides_on or wager).kind
        place = name[:2] if name is not None and base == "main" else name or ""
        key = (wager.spot.number, wager.bettor, str(place), f"{wager.kind} {base}")
        yield (*key, counts[key]), wager
        counts[key] += 1


def _settled(wager: Wager | None) -> Settlement | None:
    return wager.settlement if wager is not None else None


def _difference(wager: Wager, was: Settlement | None, new: Wager | None) -> Difference | None:
    now = _settled(new)
    took, paid = (was.takes, was.pays) if was else (ZERO, ZERO)
    takes, pays = (now.takes, now.pays) if now else (ZERO, ZERO)
    withdrawn = new is None and wager.stake > 0
    changed = (was.outcome if was else None) != (now.outcome if now else None) or (took, paid) != (takes, pays)
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
        give_back=Cents(max(0, took - takes)),
        pay=Cents(max(0, pays - paid)),
        take=Cents(max(0, takes - took) + max(0, paid - pays)),
        withdrawn=withdrawn,
    )
