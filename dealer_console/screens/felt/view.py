"""The round as it lies on the felt: hands, totals, wagers, marks; and the wagers before the first card."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from dealer_console.game import phases
from dealer_console.game.cards import UNKNOWN_SUIT, UNSEEN, Card
from dealer_console.game.hand import Hand, SpotLayout, Wager
from dealer_console.game.state import Round, Settlement
from dealer_console.game.wagers.bets import Bet
from dealer_console.journal.settlements import SettledWager
from dealer_console.screens.felt.hand_touch import WhichHandPage, hand_effect
from dealer_console.screens.pages.money.amount import AmountPage
from dealer_console.screens.pages.money.bets import BetsPage
from dealer_console.screens.pages.people.players import PlayersPage
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.ui_state import FeltPage, PastPage
from dealer_console.screens.values import CardOnFelt, Felt, HandOnFelt, Mark, MoneyWay, SpotOnFelt, WagerOnFelt
from dealer_console.table.shift.spots import is_known

_KINDS: Final = {"main": "base", "bounty": "kings-bounty"}
_WAYS: Final[dict[str, MoneyWay]] = {
    "win": "pay",
    "lose": "take",
    "surrender": "take",
    "push": "push",
    "returned": "push",
}


SIDE_BY_SIDE: Final = 2  # hands of a spot; more lie in two rows
_TOLD_BY: Final = {
    "double": "doubled",
    "split": "split",
    "insurance": "insured",
    "free-double": "free-coin",
    "free-split": "free-coin",
}


def felt(builder: ScreenBuilder, at: SettledWager | None = None, asks: FeltPage | None = None) -> Felt:
    """`at` is the wager which the settlement has come to; `asks` the page to which a touch on the felt belongs."""
    r = builder.snapshot.round
    count = _spots(builder)
    numbers = range(1, count + 1)
    watermark = builder.words("felt-training") if builder.config.training else ""
    if r is None:
        spots = tuple(_spot_before(builder, number, asks) for number in numbers)
        return Felt(spots=spots, dealer=HandOnFelt(id="dealer", cards=(), total=""), watermark=watermark)
    settled = {_key(settlement): settlement for settlement in r.settlements}
    layouts = {spot.number: spot for spot in r.spots}
    shown = Felt(
        spots=tuple(_spot(builder, r, number, layouts.get(number), settled, at) for number in numbers),  # type: ignore[call-overload]
        dealer=_dealer(builder, r),
        watermark=watermark,
    )
    return touched(builder, shown, asks)


def untold(shown: Felt) -> Felt:
    """The same cards and wagers, without who is in turn and what is taken and paid."""

    def hand_of(hand: HandOnFelt) -> HandOnFelt:
        wagers = tuple(replace(wager, way="none", marked=False) for wager in hand.wagers)
        return replace(hand, in_turn=False, finished=False, wagers=wagers)

    def spot_of(spot: SpotOnFelt) -> SpotOnFelt:
        wagers = tuple(replace(wager, way="none", marked=False) for wager in spot.wagers)
        return replace(spot, in_turn=False, wagers=wagers, hands=tuple(hand_of(hand) for hand in spot.hands))

    return replace(shown, spots=tuple(spot_of(spot) for spot in shown.spots), dealer=hand_of(shown.dealer))


def touched(builder: ScreenBuilder, shown: Felt, asks: FeltPage | None) -> Felt:
    """What can be touched on it; the hand that a page is about is framed, and no other."""
    framed = asks.framed(builder) if asks is not None else ()

    def hand_of(hand: HandOnFelt, spot: int) -> HandOnFelt:
        does = hand_effect(builder, hand.id, spot, asks)
        key = "auto-letter" if asks is not None else ""
        touch = builder.touchable(f"hand:{hand.id}", does, key=key) if does is not None else ""
        return replace(hand, touch=touch, in_turn=hand.id in framed if framed else hand.in_turn)

    def spot_of(spot: SpotOnFelt) -> SpotOnFelt:
        if asks is not None and (touch := touch_of_spot(builder, spot.number, asks)):
            hands = tuple(replace(hand, in_turn=hand.id in framed) for hand in spot.hands)
            turn = str(spot.number) in framed or any(hand.in_turn for hand in hands)
            return replace(spot, hands=hands, touch=touch, in_turn=turn, player=_player(builder, spot.number, asks))
        hands = tuple(hand_of(hand, spot.number) for hand in spot.hands)
        touch = spot.touch
        if len(hands) > 1 and any(hand.touch for hand in hands):
            which = builder.open(WhichHandPage(spot=spot.number, asks=asks))
            touch = builder.touchable(f"hands:{spot.number}", which)
        turn = any(hand.in_turn for hand in hands) if framed else spot.in_turn
        return replace(spot, hands=hands, in_turn=turn, touch=touch)

    return replace(shown, spots=tuple(spot_of(spot) for spot in shown.spots), dealer=hand_of(shown.dealer, 0))


def _spots(builder: ScreenBuilder) -> int:
    """Of the rules in play; before the table is open, of its file."""
    if builder.snapshot.table is not None:
        return builder.snapshot.table.rules.spots
    return builder.config.table.rules.spots if builder.config.table is not None else 5


# --- before the first card -----------------------------------------------------------------------------------------


def _spot_before(builder: ScreenBuilder, number: int, asks: FeltPage | None) -> SpotOnFelt:
    laid = asks.bets if isinstance(asks, BetsPage) else builder.snapshot.bets
    bets = [bet for bet in laid if bet.spot == number]
    wagers = tuple(wager for bet in bets for wager in _wagers_of_bet(builder, bet))
    spot_name = builder.words("spoken-spot", spot=number)
    return SpotOnFelt(
        number=number,
        wagers=wagers,
        touch=touch_of_spot(builder, number, asks),
        in_turn=asks is not None and str(number) in asks.framed(builder),
        player=_player(builder, number, asks),
        spoken=", ".join((spot_name, *(wager.label for wager in wagers))),
    )


def _player(builder: ScreenBuilder, number: int, asks: FeltPage | None) -> str:
    """Who sits there, where a page asks about players: a name that is known."""
    if not isinstance(asks, PlayersPage | AmountPage):
        return ""
    players = builder.snapshot.shift.spots.players
    return next((player.name for player in players if number in player.spots and is_known(player.name)), "")


def _wagers_of_bet(builder: ScreenBuilder, bet: Bet) -> Iterable[WagerOnFelt]:
    yield WagerOnFelt(kind="base", label=builder.words.chips(bet.amount), bettor=bet.bettor)
    for name, amount in bet.side_bets.items():
        yield WagerOnFelt(kind=_KINDS.get(name, name), label=_named(builder, name, amount), bettor=bet.bettor)
    for place, amount in bet.tokes.items():
        label = builder.words("wager-toke", amount=builder.words.chips(amount))
        yield WagerOnFelt(kind="toke", label=f"{label} ({builder.words.place(place)})", bettor=bet.bettor)
    for amount in bet.coupons.values():
        yield WagerOnFelt(
            kind="coupon", label=builder.words("wager-coupon", amount=builder.words.chips(amount)), bettor=bet.bettor
        )


def _named(builder: ScreenBuilder, kind: str, amount: int) -> str:
    return builder.words(f"wager-{kind}", amount=builder.words.chips(amount))


# --- in a round ----------------------------------------------------------------------------------------------------

_Key = tuple[int, int, str | None, str]


def _key(settled: Settlement | SettledWager) -> _Key:
    return settled.spot, settled.bettor, settled.hand, settled.wager


def _spot(
    builder: ScreenBuilder,
    r: Round,
    number: int,
    layout: SpotLayout | None,
    settled: dict[_Key, Settlement],
    at: SettledWager | None,
) -> SpotOnFelt:
    if layout is None:
        return SpotOnFelt(number=number, spoken=builder.words("spoken-empty_spot", spot=number))
    in_turn = r.phase in (phases.PLAY, phases.SWITCHES) and r.spot_in_turn is layout and not r.irregularity
    wagers = [_wager(builder, wager, settled, at) for wager in layout.side_wagers]
    hands = tuple(_hand(builder, r, hand, settled, at) for hand in layout.hands)
    hands = tuple(_in_few_signs(hand) for hand in hands) if len(hands) > SIDE_BY_SIDE else hands
    return SpotOnFelt(
        number=number,
        hands=hands,
        wagers=tuple(wagers),
        in_turn=in_turn,
        spoken=", ".join((builder.words("spoken-spot", spot=number), *(wager.label for wager in wagers))),
    )


def _wager(
    builder: ScreenBuilder, wager: Wager, settled: dict[_Key, Settlement], at: SettledWager | None
) -> WagerOnFelt:
    name = wager.hand.id if wager.hand is not None else wager.hand_name
    key = (wager.spot.number, wager.bettor, name, wager.kind)
    done = settled.get(key)
    amount = wager.nominal if wager.is_free else wager.stake
    if done is not None and done.outcome == "surrender":
        amount = done.takes  # half of it: what the list says, too
    kind = "toke" if wager.is_toke else _KINDS.get(wager.kind, wager.kind)
    label = builder.words.chips(amount) if kind == "base" else _named(builder, wager.kind.partition(".")[0], amount)
    return WagerOnFelt(
        kind=kind,
        label=label,
        way=_WAYS[done.outcome] if done is not None else "none",
        marked=at is not None and _key(at) == key,
        bettor=wager.bettor,
    )


def _hand(
    builder: ScreenBuilder, r: Round, hand: Hand, settled: dict[_Key, Settlement], at: SettledWager | None
) -> HandOnFelt:
    insured = [wager for wager in r.insurance if wager.hand_name == hand.id]
    wagers = tuple(_wager(builder, wager, settled, at) for wager in (*hand.in_settling_order(), *insured))
    marks = _marks(builder, hand, insured=bool(insured))
    in_turn = _is_in_turn(r, hand)
    total = _total(builder, hand)
    parts = [builder.words("spoken-hand", spot=hand.spot.number, letter=hand.id[1:])]
    parts += [builder.words.card(card) for card in hand.cards]
    parts += [total, *(mark.label for mark in marks), *(wager.label for wager in wagers)]
    if hand.stood:
        parts.append(builder.words("mark-stood"))
    return HandOnFelt(
        id=hand.id,
        cards=_cards(hand.cards, across=hand.doubled),
        total=total,
        short_total=_short_total(hand),
        marks=marks,
        wagers=wagers,
        in_turn=in_turn,
        finished=hand.over and not in_turn,
        spoken=", ".join(text for text in (*parts, builder.words("spoken-in_turn") if in_turn else "") if text),
    )


def _in_few_signs(hand: HandOnFelt) -> HandOnFelt:
    """Where hands lie in two rows, a mark that is the sign of a wager as well stands there alone."""
    marked = {mark.kind for mark in hand.marks}
    wagers = tuple(
        replace(wager, kind="split") if wager.kind == "base" and "split" in marked else wager for wager in hand.wagers
    )
    shown_kinds = {_TOLD_BY.get(wager.kind, "") for wager in wagers}
    return replace(hand, wagers=wagers, marks=tuple(mark for mark in hand.marks if mark.kind not in shown_kinds))


def _is_in_turn(r: Round, hand: Hand) -> bool:
    if r.irregularity is not None:
        return hand is (r.irregularity.offered_to or r.irregularity.hand)
    if isinstance(r.due, Hand):
        return hand is r.due
    return r.phase is phases.PLAY and hand is r.hand


def _total(builder: ScreenBuilder, hand: Hand) -> str:
    """A lone card is its own total; at 21 nobody asks whether it is soft."""
    if len(hand.cards) < 2 or hand.face_down:
        return ""
    soft = hand.soft and hand.total < 21
    return builder.words("felt-soft", total=hand.total) if soft else str(hand.total)


def _short_total(hand: Hand) -> str:
    soft = hand.soft and hand.total < 21
    return f"{hand.total - 10}/{hand.total}" if soft else str(hand.total)


def _cards(cards: Iterable[Card], *, across: bool = False) -> tuple[CardOnFelt, ...]:
    shown = [
        CardOnFelt() if card is UNSEEN else CardOnFelt(rank=card.rank, suit=card.suit.removeprefix(UNKNOWN_SUIT))
        for card in cards
    ]
    if across and len(shown) > 2:
        shown[-1] = CardOnFelt(rank=shown[-1].rank, suit=shown[-1].suit, across=True)
    return tuple(shown)


def _marks(builder: ScreenBuilder, hand: Hand, *, insured: bool) -> tuple[Mark, ...]:
    """The most telling first: where many meet, only the first has room for its word."""
    kinds = {
        "natural": hand.natural,
        "surrendered": hand.surrendered,
        "bust": hand.busted,
        "dead": hand.dead,
        "doubled": hand.doubled,
        "split": hand.from_split,
        "insured": insured,
        "free-coin": any(wager.is_free for wager in hand.wagers) or hand.spot.with_coin,
        "switched": hand.spot.switched,
    }
    return tuple(Mark(kind=kind, label=builder.words(f"mark-{kind}")) for kind, holds in kinds.items() if holds)


def _dealer(builder: ScreenBuilder, r: Round) -> HandOnFelt:
    dealer = r.dealer
    total = ""
    if dealer.cards and (dealer.hole_shown or not dealer.hole_dealt):
        total = _total(builder, dealer)
    marks = (Mark(kind="natural", label=builder.words("mark-blackjack")),) if dealer.blackjack else ()
    parts = [builder.words("spoken-dealer"), *(builder.words.card(card) for card in dealer.cards), total]
    turn = r.irregularity is None and (
        (r.due is not None and not isinstance(r.due, Hand)) or r.phase in (phases.SHOW, phases.DRAW)
    )
    return HandOnFelt(
        id="dealer",
        cards=_cards(dealer.cards),
        total=total,
        short_total=_short_total(dealer) if total else "",
        marks=marks,
        in_turn=turn,
        spoken=", ".join(text for text in parts if text),
    )


def touch_of_spot(builder: ScreenBuilder, number: int, asks: FeltPage | None) -> str:
    """A page with digits of its own has letters for the spots; a round that is over has fingers only."""
    if builder.snapshot.table is None:
        return ""
    page = asks if asks is not None else BetsPage.of(builder)
    does = page.touched(builder, "", number)
    keyless = asks is None or isinstance(asks, PastPage)
    key = "" if keyless else "auto-letter" if isinstance(asks, AmountPage) else str(number)
    return builder.touchable(f"spot:{number}", does, key=key) if does is not None else ""
