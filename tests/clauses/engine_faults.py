"""Faults of the engine itself, for clauses that no value, refusal or settlement of a rule set carries alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Any, Final, cast
from unittest.mock import patch

from dealer_console.game import moves, prompt
from dealer_console.game.cards import BY_TEXT, Card
from dealer_console.game.errors import Refusal
from dealer_console.game.hand import Hand, SpotLayout
from dealer_console.game.irregularity import continuation, irregularities, ruling_choices, rulings
from dealer_console.game.legality import offers
from dealer_console.game.message import Message
from dealer_console.game.money import Cents
from dealer_console.game.phases import CHECK, COMPLETE, INSURANCE, PHASES
from dealer_console.game.play import dealer_draw, effects, flow, naturals
from dealer_console.game.rules import Rules
from dealer_console.game.state import BURN, HOLE_CARD, UP_CARD, Due, OpenIrregularity, Round
from dealer_console.game.wagers import settlement
from dealer_console.game.wagers.side_bets import match_row
from dealer_console.rulebook import load_rules
from tests.clauses.clause_faults import Fault, broken, handler_is

# --- cards and the deal --------------------------------------------------------------------------------------------


def card_counts(rank: str, points: int) -> Fault:
    def patches(stack: ExitStack) -> None:
        for card in BY_TEXT.values():
            if card.rank == rank:
                stack.enter_context(patch.object(card, "points", points))

    return Fault(words=f"{rank} counts {points}", patches=patches)


def _hard_count(hand: Hand, card: Card) -> None:
    hand.hard += card.points
    hand.total = hand.hard


def _soft_forever(hand: Hand, card: Card) -> None:
    hand.hard += card.points
    hand.aces += card.is_ace
    hand.total = hand.hard + (10 if hand.aces else 0)


ACE_IS_ALWAYS_ELEVEN: Final = broken("an ace counts eleven for ever", Hand, "count", _soft_forever)
ACE_IS_ALWAYS_ONE: Final = broken("an ace counts one", Hand, "count", _hard_count)


def deals(words: str, order: Callable[[Round], list[Due]]) -> Fault:
    original = Round.__init__

    def init(r: Round, *given: Any, **named: Any) -> None:
        original(r, *given, **named)
        r.deal = order(r)
        r.due = r.deal[0]

    return broken(words, Round, "__init__", init)


def _hands(r: Round) -> list[Due]:
    return [hand for spot in r.spots for hand in spot.hands]


def _dealers(r: Round) -> list[Due]:
    return [] if r.table.hole_card_comes_last else [HOLE_CARD]


DEALT_FROM_THE_RIGHT: Final = deals(
    "the cards are dealt from the dealer's right", lambda r: [*_hands(r)[::-1], UP_CARD, *_hands(r)[::-1], *_dealers(r)]
)
FIRST_CARDS_FROM_THE_RIGHT: Final = deals(
    "the first cards go round the other way", lambda r: [*_hands(r)[::-1], UP_CARD, *_hands(r), *_dealers(r)]
)
UP_CARD_FIRST: Final = deals(
    "the up-card comes before the players' cards", lambda r: [UP_CARD, *_hands(r), *_hands(r), *_dealers(r)]
)
SECOND_CARDS_FROM_THE_RIGHT: Final = deals(
    "the second cards go round the other way", lambda r: [*_hands(r), UP_CARD, *_hands(r)[::-1], *_dealers(r)]
)
NO_BURN_CARD: Final = broken("an unseen card at the start is no burn card", effects, "burns", lambda _r: False)

# --- side bets -----------------------------------------------------------------------------------------------------


def _by_value(four: Sequence[Card], pays: Any) -> str | None:
    return match_row([BY_TEXT[f"{'T' if card.is_ten else card.rank}{card.suit}"] for card in four], pays)


MATCH_BY_VALUE: Final = broken("the match looks at values, not ranks", settlement, "match_row", _by_value)
LOWEST_MATCH: Final = broken(
    "the lowest match is paid", settlement, "match_row", lambda four, pays: match_row(four, pays) and "pair"
)
_settle_after_deal, _settle_at_end = settlement.settle_after_deal, settlement.settle_at_end


def _late(stack: ExitStack) -> None:
    def at_end(r: Round) -> None:
        _settle_after_deal(r)
        _settle_at_end(r)

    stack.enter_context(patch.object(settlement, "settle_after_deal", lambda _r: None))
    stack.enter_context(patch.object(settlement, "settle_at_end", at_end))


def _after_hands(stack: ExitStack) -> None:
    def at_end(r: Round) -> None:
        _settle_at_end(r)
        _settle_after_deal(r)

    stack.enter_context(patch.object(settlement, "settle_after_deal", lambda _r: None))
    stack.enter_context(patch.object(settlement, "settle_at_end", at_end))


SIDE_BETS_AFTER_THE_HANDS: Final = Fault(words="side bets are settled after the hands", patches=_after_hands)
SIDE_BETS_AT_THE_END: Final = Fault(words="side bets are settled at the end of the round", patches=_late)
_judge = settlement.judge


def _judge_with_match(r: Round, hand: Hand) -> tuple[str, str]:
    return ("lose", "lower_loses") if hand.spot.side_wagers else _judge(r, hand)


MATCH_TOUCHES_THE_HANDS: Final = broken(
    "a spot with a side bet loses its hands", settlement, "judge", _judge_with_match
)
TRILUX_SEES_NOTHING: Final = broken(
    "TriLux looks at no up-card", settlement, "trilux_row", lambda three, *, ace_low: None
)
BOUNTY_SEES_NOTHING: Final = broken(
    "the bounty looks at no cards", settlement, "bounty_row", lambda two, *, ace_nine, dealer_blackjack: None
)
BOUNTY_NEVER_WAITS: Final = broken("the bounty never waits", settlement, "bounty_waits", lambda _r, _spot: False)


def without_side_bet(name: str) -> Fault:
    def changes(rules: Rules) -> Rules:
        return replace(rules, side_bets={bet: was for bet, was in rules.side_bets.items() if bet != name})

    return Fault(words=f"there is no {name} wager", changes=changes)


# --- who may do what -----------------------------------------------------------------------------------------------

_NO: Final = Refusal(Message("plain-text", text="a planted fault"), "planted")


def refuses(words: str, kind: type, when: Callable[[Round, Any], bool]) -> Fault:
    """A lawful move is refused."""

    def patches(stack: ExitStack) -> None:
        for phase in PHASES.values():
            check = phase.checks.get(kind)
            if check is not None:

                def wrong(r: Round, move: Any, check: Callable[..., Refusal | None] = check) -> Refusal | None:
                    return _NO if when(r, move) else check(r, move)

                stack.enter_context(patch.dict(phase.checks, {kind: wrong}))

    return Fault(words=words, patches=patches)


def _hand(r: Round, move: Any) -> Hand | None:
    return r.hands.get(move.hand)


def from_split(r: Round, move: Any) -> bool:
    hand = _hand(r, move)
    return hand is not None and hand.from_split


def _switched(r: Round, move: Any) -> bool:
    hand = _hand(r, move)
    return hand is not None and hand.spot.switched


ONLY_HAND_A_INSURED: Final = refuses(
    "only hand a may be insured", moves.Insured, lambda _r, move: move.hand.letter == "b"
)
ONLY_THE_CALLER_INSURES: Final = refuses(
    "only bettor 1 may insure", moves.Insured, lambda _r, move: move.bettor != moves.CALLER
)
ONLY_SPOT_1_INSURES: Final = refuses("only spot 1 may insure", moves.Insured, lambda _r, move: move.hand.spot != 1)
NO_NATURAL_INSURED: Final = refuses(
    "a natural may not be insured", moves.Insured, lambda r, move: bool((hand := _hand(r, move)) and hand.natural)
)
NO_DOUBLE_AFTER_SPLIT: Final = refuses("a split hand may not be doubled", moves.Doubled, from_split)
NO_DOUBLE_AFTER_SWITCH: Final = refuses("a switched hand may not be doubled", moves.Doubled, _switched)
NO_SPLIT_AFTER_SWITCH: Final = refuses("a switched hand may not be split", moves.HandSplit, _switched)
NO_SWITCH: Final = refuses("no switch is made", moves.Switched, lambda _r, _move: True)
ONE_HIT_ONLY: Final = refuses(
    "a hand is hit once only", moves.HitAsked, lambda r, move: bool((hand := _hand(r, move)) and len(hand.cards) > 2)
)
MAXIMUM_BINDS_DOUBLES: Final = refuses(
    "the table's maximum binds wager and double together",
    moves.Doubled,
    lambda r, move: bool(r.table.maximum and (hand := _hand(r, move)) and hand.wagers[0].stake * 2 > r.table.maximum),
)
_start_play = flow.start_play


def _last_spot_first(r: Round) -> None:
    r.spots.reverse()
    _start_play(r)


LAST_SPOT_FIRST: Final = broken("the last spot acts first", flow, "start_play", _last_spot_first)

# --- what moves do -------------------------------------------------------------------------------------------------


SWITCH_EXCHANGES_NOTHING: Final = broken("a switch exchanges nothing", effects, "_exchange", lambda _spot: None)


def _double_without_end(r: Round, move: moves.Doubled) -> None:
    effects.double(r, move)
    r.hands[move.hand].doubled = False


DOUBLE_GOES_ON: Final = handler_is("a doubled hand goes on", moves.Doubled, _double_without_end)


def _stand_and_settle(r: Round, move: moves.Stood) -> None:
    hand = r.hands[move.hand]
    effects.stand(r, move)
    if not hand.removed:
        settlement.settle_hand(r, hand)


STAND_SETTLES: Final = handler_is("a hand that stands is settled at once", moves.Stood, _stand_and_settle)


def _toke_goes_along(r: Round, move: moves.HandSplit) -> None:
    effects.split(r, move)
    if r.joining is None or r.joining.new_hand is None:
        return
    first, second = r.joining.hand, r.joining.new_hand
    for toke in [wager for wager in first.wagers if wager.is_toke]:
        first.wagers.remove(toke)
        toke.hand = second
        second.wagers.append(toke)


TOKE_FOLLOWS_THE_SPLIT: Final = handler_is("the toke goes to the second split hand", moves.HandSplit, _toke_goes_along)
_to_hand = flow._to_hand_in_play


def _split_21_is_blackjack(r: Round, hand: Hand, card: Card) -> None:
    _to_hand(r, hand, card)
    hand.blackjack = hand.blackjack or (hand.from_split and hand.two_card_21)


SPLIT_21_IS_BLACKJACK: Final = broken("a split 21 is a blackjack", flow, "_to_hand_in_play", _split_21_is_blackjack)

# --- insurance and naturals ----------------------------------------------------------------------------------------

_insurance_limit = offers.insurance_limit


def _limit_with_match(r: Round, stake: Cents) -> Cents:
    return _insurance_limit(r, Cents(stake + sum(sum(bet.side_bets.values()) for bet in r.bets)))


LIMIT_COUNTS_SIDE_BETS: Final = broken("half counts the side bets too", offers, "insurance_limit", _limit_with_match)
_settle_surrender = settlement.settle_surrender


def _surrender_with_insurance(r: Round, hand: Hand) -> None:
    _settle_surrender(r, hand)
    for wager in r.insurance:
        if wager.hand_name == hand.id and not wager.settled:
            settlement.give_back(r, wager, "planted")


SURRENDER_ENDS_INSURANCE: Final = broken(
    "a surrender gives the insurance back", settlement, "settle_surrender", _surrender_with_insurance
)
_deal_is_done = flow.deal_is_done


def _no_insurance(r: Round) -> None:
    _deal_is_done(r)
    if r.phase is INSURANCE:
        flow.insurance_is_closed(r)


INSURANCE_IS_SKIPPED: Final = broken("insurance is never opened", flow, "deal_is_done", _no_insurance)
INSURANCE_IS_NOT_PAID: Final = broken(
    "winning insurance is forgotten", settlement, "pay_insurance", lambda _r, _spot, _letter: None
)
INSURANCE_IS_NOT_TAKEN: Final = broken("losing insurance is forgotten", settlement, "take_insurance", lambda _r: None)


def _insurance_first(r: Round) -> None:
    if r.dealer.blackjack:
        for spot in r.spots:
            for letter in "ab":
                settlement.pay_insurance(r, spot, letter)
    _settle_at_end(r)


INSURANCE_BEFORE_THE_WAGERS: Final = broken(
    "insurance is paid before the wagers are taken", settlement, "settle_at_end", _insurance_first
)
_check_is_clear = flow.check_is_clear


def _clear_takes_wagers(r: Round) -> None:
    for spot in r.spots:
        for hand in spot.hands:
            for wager in settlement.open_wagers(hand):
                settlement.lose(r, wager, "planted")
            hand.removed = hand.over = True
    _check_is_clear(r)


CLEAR_CHECK_TAKES_WAGERS: Final = broken("a clear check takes the wagers", flow, "check_is_clear", _clear_takes_wagers)


def _naturals_before_the_check(r: Round) -> None:
    naturals.pay_all(r)
    _deal_is_done(r)


NATURALS_DO_NOT_WAIT: Final = broken(
    "naturals are paid before the check", flow, "deal_is_done", _naturals_before_the_check
)

# --- the dealer and the order --------------------------------------------------------------------------------------


def _from_the_left(r: Round) -> Iterator[SpotLayout]:
    return iter(r.spots)


SETTLED_FROM_THE_LEFT: Final = broken("wagers are settled from the left", settlement, "from_the_right", _from_the_left)
STANDS_ON_16: Final = broken("the dealer stands on 16", dealer_draw, "must_draw", lambda r: r.dealer.total < 16)


def _judge_breaks(r: Round, hand: Hand) -> tuple[str, str]:
    return ("win", "dealer_breaks") if r.dealer.total > 21 else _judge(r, hand)


BREAKING_PAYS_EVERYBODY: Final = broken("a dealer who breaks pays broken hands too", settlement, "judge", _judge_breaks)

# --- irregularities ------------------------------------------------------------------------------------------------


def _burned(r: Round, irregularity: OpenIrregularity) -> None:
    continuation.go_on(r)
    r.due_after_burn, r.due = r.due, BURN


def _next_card_is_burned(stack: ExitStack) -> None:
    stack.enter_context(patch.dict(ruling_choices.CHOICES, {"next-card": _burned}))


EARLY_CARD_IS_BURNED: Final = Fault(words="a card drawn too early is burned", patches=_next_card_is_burned)
_offered = irregularities.offered


def _leaking_the_other_way(r: Round, irregularity: OpenIrregularity) -> tuple[str, ...]:
    choices = _offered(r, irregularity)
    if irregularity.code != "reader-wrong-up-card":
        return choices
    return ("continue",) if choices == ("void",) else ("void",)


LEAKING_READER_PLAYS_ON: Final = broken(
    "void and play on change places", irregularities, "offered", _leaking_the_other_way
)
NOBODY_IS_ASKED: Final = broken(
    "nobody is offered the exposed card", irregularities, "next_asked", lambda _r, _refused: None
)


def _take_and_forget(r: Round, move: moves.ExposedCardTaken) -> None:
    rulings.take_exposed_card(r, move)
    for hand in r.set_aside:
        hand.waiting_card, hand.over, hand.stood = False, True, True
    r.set_aside.clear()


FIRST_HAND_IS_FORGOTTEN: Final = handler_is(
    "the turn does not return to the first hand", moves.ExposedCardTaken, _take_and_forget
)


def _stand_refuses(r: Round, move: moves.Stood) -> None:
    effects.stand(r, move)
    hand = r.hands[move.hand]
    if r.exposed_lies:
        hand.spot.no_more_cards, hand.spot.ruled_by = True, "planted"


STANDING_REFUSES: Final = handler_is("who stands has refused the exposed card", moves.Stood, _stand_refuses)
NOBODY_JOINS_A_SPLIT: Final = refuses(
    "no other bettor may join a split", moves.HandSplit, lambda _r, move: move.bettor != moves.CALLER
)
FACE_UP_CARDS_OF_THE_ROUND_ONLY: Final = broken(
    "cards found face up earlier in the shoe do not count",
    irregularities,
    "second_face_up",
    lambda r: r.rules.several_face_up == "void" and r.face_up_found > 0,
)

# --- what is said --------------------------------------------------------------------------------------------------


def not_called(call: str) -> Fault:
    def patches(stack: ExitStack) -> None:
        calls = cast("dict[str, str]", load_rules("catfish-bend-blackjack").calls)
        stack.enter_context(patch.dict(calls))
        del calls[call]

    return Fault(words=f"the call {call!r} is left out", patches=patches)


def _silent(phase: Any, code: str) -> Callable[[ExitStack], None]:
    def patches(stack: ExitStack) -> None:
        stack.enter_context(patch.dict(prompt._PROMPTS, {phase: lambda _r: prompt.Prompt(do=Message(code))}))

    return patches


BLACKJACK_IS_NOT_CALLED: Final = Fault(
    words="a blackjack under a ten is not called", patches=_silent(CHECK, "look-at-hole-card")
)
HANDS_ARE_NOT_VERIFIED: Final = Fault(words="nobody verifies the hands", patches=_silent(COMPLETE, "take-and-pay"))
PUSH_IS_NOT_SHOWN: Final = broken(
    "a push is not shown", prompt, "settlement_message", lambda *_given: Message("expected-not-settled")
)


def called_otherwise(call: str, words: str, rules: str) -> Fault:
    def patches(stack: ExitStack) -> None:
        calls = cast("dict[str, str]", load_rules(rules).calls)
        stack.enter_context(patch.dict(calls, {call: words}))

    return Fault(words=f"the call {call!r} is {words!r}", patches=patches)
