"""Takes and pays in the lawful order, with their chips: the fewest, or the stake coloured up with the winnings."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dealer_console.game.money import Cents
from dealer_console.game.state import Settlement
from dealer_console.journal.settlements import SettledWager
from dealer_console.messages import Words
from dealer_console.screens.values import MoneyWay
from dealer_console.table.shift.chips import Chips, chips, colour_up, nearest
from dealer_console.table.snapshot import TableSnapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One wager decided; `due`: taken or paid now, at the end of the round; `side`: a side bet, paid when decided."""

    settlement: SettledWager
    due: bool
    side: bool = False
    others: tuple[int, ...] = ()  # entries that are taken or paid with it: the double of a hand

    @property
    def entries(self) -> tuple[int, ...]:
        return self.settlement.seq, *self.others

    @property
    def done(self) -> bool:
        """The wager of a hand that was over before the end was taken as play went on; a side bet waits for its tick."""
        return self.settlement.done or not (self.due or self.side)


def lines(snapshot: TableSnapshot) -> tuple[Line, ...]:
    """All decided wagers of the round, in the order in which they were decided."""
    if snapshot.round is None:
        return ()
    last = snapshot.standing[-1].seq if snapshot.round.complete and snapshot.standing else None
    sides = snapshot.round.rules.side_bets
    joined: list[Line] = []
    for settled in snapshot.settled:
        line = Line(settlement=settled, due=last is not None and settled.seq > last, side=settled.wager in sides)
        if joined and _belongs(joined[-1], line):
            joined[-1] = _together(joined[-1], line)
        else:
            joined.append(line)
    return tuple(joined)


_ONE_LINE = ({"main", "double"}, {"split", "double"})


def _belongs(line: Line, other: Line) -> bool:
    """A hand and its double are one line: the dealer takes or pays them in one movement. So with a split hand."""
    first, second = line.settlement, other.settlement
    same = (first.spot, first.bettor, first.hand, first.outcome, first.done) == (
        second.spot,
        second.bettor,
        second.hand,
        second.outcome,
        second.done,
    )
    return same and line.due and other.due and first.hand is not None and {first.wager, second.wager} in _ONE_LINE


def _together(line: Line, other: Line) -> Line:
    first, second = line.settlement, other.settlement
    main = first if first.wager != "double" else second
    stake, pays, takes = (Cents(getattr(first, name) + getattr(second, name)) for name in ("stake", "pays", "takes"))
    both = main._replace(seq=first.seq, stake=stake, pays=pays, takes=takes)
    return replace(line, settlement=both, others=(*line.others, second.seq))


def side_bets_waiting(snapshot: TableSnapshot) -> tuple[str, ...]:
    """The kinds of side bets that are decided and neither taken nor paid."""
    waiting = (line.settlement.wager for line in lines(snapshot) if line.side and not line.done)
    return tuple(dict.fromkeys(waiting))


def current_line(snapshot: TableSnapshot) -> Line | None:
    """What is to be taken or paid next."""
    return next((line for line in lines(snapshot) if not line.done), None)


def way_of(settlement: Settlement | SettledWager) -> MoneyWay:
    if settlement.pays:
        return "pay"
    return "take" if settlement.takes else "push"


def amount_words(words: Words, settlement: Settlement | SettledWager) -> str:
    if settlement.pays:
        return words("settle-pay", amount=words.chips(settlement.pays))
    if settlement.takes:
        return words("settle-take", amount=words.chips(settlement.takes))
    return words("settle-push" if settlement.outcome == "push" else "settle-back")


def chips_words(
    words: Words, denominations: tuple[int, ...], settlement: Settlement | SettledWager, *, colour: bool
) -> str:
    """Only what is paid needs chips of the tray; what is taken lies there already."""
    if not settlement.pays:
        return ""
    paid, rest = nearest(denominations, settlement.pays)
    if rest:
        return _nearest_words(words, settlement.pays - rest, paid, rest)
    if colour and settlement.stake:
        staked, uneven = nearest(denominations, settlement.stake)
        exchange = None if uneven else colour_up(denominations, _both(staked, paid))
        if exchange is not None and exchange.goes_out.count:
            return words("settle-colour_up", comes=exchange.comes_in.words, goes=exchange.goes_out.words)
    return paid.words


def _nearest_words(words: Words, payable: int, paid: Chips, rest: int) -> str:
    """What the tray cannot make is paid as far as it goes; the rest is seen, and settled otherwise."""
    if not payable:
        return words("settle-no_chips")
    return words("settle-nearest", amount=words.chips(payable), chips=paid.words, rest=words.chips(rest))


def _both(first: Chips, second: Chips) -> Chips:
    counts: dict[int, int] = {int(worth): count for worth, count in first.rows}
    for worth, count in second.rows:
        counts[worth] = counts.get(worth, 0) + count
    return chips(counts)


def what_words(words: Words, settlement: Settlement | SettledWager) -> str:
    """`2a double`, `3 match`, `1a insurance`."""
    place = settlement.hand or str(settlement.spot)
    bettor = f"/{settlement.bettor}" if settlement.bettor != 1 else ""
    kind = words.wager_kind(settlement.wager) if settlement.wager != "split" else ""  # its hand has a name of its own
    return f"{place}{bettor} {kind}".strip()
