"""A round of the past in words: bets, steps, rulings and answers, in the language of who reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from dealer_console.floor.queries import RequestAnswer
from dealer_console.game.irregularity.catalogue import CATALOGUE
from dealer_console.game.prompt import settlement_message
from dealer_console.game.round_files.round_file import BadRoundFile, parse_bet
from dealer_console.game.state import Settlement
from dealer_console.messages import Words
from dealer_console.messages.move_words import move_words
from dealer_console.pit.live.rulings import PitRequest
from dealer_console.pit.round_replay import Step
from dealer_console.screens.request_subject import subject_words

_WRITTEN: Final = {
    "SPOT out": "spot-out",
    "SPOT play": "spot-play",
    "HAND accept": "hand-accept",
    "HAND refuse": "hand-refuse",
}


def bets_words(words: Words, bets: str) -> str:
    """`1: 25 + match 5; 2: 50`."""
    return "; ".join(_bet(words, text) for text in bets.split("; ") if text)


def _bet(words: Words, text: str) -> str:
    try:
        bet = parse_bet(text)
    except BadRoundFile:  # a damaged journal: shown as it stands, and Evidence says where it breaks
        return text
    place = f"{bet.spot}" if bet.bettor == 1 else f"{bet.spot}/{bet.bettor}"
    whole = words.whole_money
    parts = [whole(bet.amount), *(f"{words.wager_kind(name)} {whole(cents)}" for name, cents in bet.side_bets.items())]
    parts += [words("pit-bet-toke", amount=whole(cents)) for cents in bet.tokes.values()]
    parts += [words("pit-bet-coupon", amount=whole(cents)) for cents in bet.coupons.values()]
    return f"{place}: {' + '.join(parts)}"


def step_words(words: Words, step: Step) -> str:
    if step.move is not None:
        return words.sentence(move_words(words, step.move))
    return words.sentence(words(step.message)) if step.message is not None else bets_words(words, step.bets)


def settlement_words(words: Words, settled: Settlement) -> str:
    """`1a main 25.00: win, pay 25.00 [MA 5(g)]`."""
    place = settled.hand or words("pit-spot", spot=settled.spot)
    bettor = "" if settled.bettor == 1 else f"/{settled.bettor}"
    outcome = words(settlement_message(settled.outcome, settled.pays, settled.takes))
    name = words.wager_name(settled.wager)
    return f"{place}{bettor} {name} {words.money(settled.stake)}: {outcome} [{settled.rule}]"


def request_words(words: Words, request: PitRequest) -> str:
    """Exactly what is to be approved; of a correction also what was paid. Empty: the action says it all."""
    return words.sentence("; ".join(subject_words(words, request.subject, request.corrected)))


def answer_words(words: Words, answer: RequestAnswer, names: Mapping[str, str], clock: Callable[[int], str]) -> str:
    """Who decided, what, where and when; and whether the table has it."""
    if answer.approved is None:
        return words("pit-answer-none", time=clock(answer.expires_at_ms))
    who = names.get(answer.by, answer.by)
    if answer.by == answer.requester:
        return words("pit-answer-withdrawn", who=who, time=clock(answer.at_ms))
    where = answer.stand or words("pit-at-table")
    verdict = words(
        "pit-answer-was-approved" if answer.approved else "pit-answer-was-declined",
        who=who,
        where=where,
        time=clock(answer.at_ms),
        reason=answer.reason or "–",
    )
    status = words("pit-answer-confirmed" if answer.taken else "pit-answer-sent")
    return f"{verdict} {status}"


def irregularity_words(words: Words, code: str) -> str:
    """As the floor calls it, where that is shorter than what the console says."""
    short_key = f"pit-irregular-{code}"
    return words(short_key) if words.has(short_key) else words.sentence(words.happening(code))


def choice_words(words: Words, part: str) -> str:
    written, by, who = part.partition(" by ")
    choice = _WRITTEN.get(written, written)
    known = any(choice in irregularity.choices for irregularity in CATALOGUE.values())
    text = words(f"choice-{choice}", hand=words("pit-the-hand"), spot=words("pit-of-the-player")) if known else written
    return words("pit-ruled-by", choice=text, who=who) if by else text
