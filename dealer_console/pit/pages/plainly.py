"""Steps and bets of the journal in plain words: nobody has to read notation to review a round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from dealer_console.floor.queries import RequestAnswer
from dealer_console.game.irregularity.catalogue import CATALOGUE
from dealer_console.game.message import Message
from dealer_console.game.money import short
from dealer_console.game.round_files.notation import parse_move
from dealer_console.game.round_files.round_file import BadRoundFile, parse_bet
from dealer_console.messages import words_of
from dealer_console.messages.move_words import move_words
from dealer_console.pit.round_replay import Step
from dealer_console.pit.rulings import Asked
from dealer_console.screens.asked import subject_words

MOVES: Final = ("card", "decision", "check", "irregularity", "ruling")
_WRITTEN: Final = {
    "SPOT out": "spot-out",
    "SPOT play": "spot-play",
    "HAND accept": "hand-accept",
    "HAND refuse": "hand-refuse",
}


def bets_in_words(bets: str) -> str:
    """`spot 1: 25 + match 5; spot 2: 50`."""
    return "; ".join(_bet(text) for text in bets.split("; ") if text)


def _bet(text: str) -> str:
    try:
        bet = parse_bet(text)
    except BadRoundFile:  # a damaged journal: shown as it stands, and Evidence says where it breaks
        return text
    place = f"{bet.spot}" if bet.bettor == 1 else f"{bet.spot}/{bet.bettor}"
    parts = [short(bet.amount), *(f"{name} {short(cents)}" for name, cents in bet.side_bets.items())]
    parts += [f"toke {short(cents)}" for cents in bet.tokes.values()]
    parts += [f"coupon {short(cents)}" for cents in bet.coupons.values()]
    return f"spot {place}: {' + '.join(parts)}"


def step_in_words(step: Step) -> str:
    words = words_of("en")
    if step.kind == "opened":
        return bets_in_words(step.text)
    if step.kind in MOVES:
        return words.sentence(move_words(words, parse_move(step.text)))
    return words.sentence(step.text)


def prompt_in_words(message: Message | None) -> str:
    """What was to be said or done; nothing where nothing was."""
    return "" if message is None else words_of("en")(message)


def asked_in_words(asked: Asked) -> str:
    """Exactly what is to be approved; of a correction also what was paid. Empty: the action says it all."""
    words = words_of("en")
    return words.sentence("; ".join(subject_words(words, asked.subject, asked.corrected)))


def answer_in_words(answer: RequestAnswer, names: Mapping[str, str], clock: Callable[[int], str]) -> str:
    """Who decided, what, where and when; and whether the table has it."""
    if answer.approved is None:
        return f"Nobody answered until {clock(answer.expires_at_ms)}. The table can ask again."
    who = names.get(answer.by, answer.by)
    if answer.by == answer.requester:
        return f"{who} withdrew this at {clock(answer.at_ms)}."
    verdict = "approved" if answer.approved else "declined"
    where = answer.stand or "the table"
    why = f": {answer.reason}" if answer.reason else ""
    taken = "The table has taken it." if answer.taken else "The table has not taken it yet."
    return f"{who} {verdict} this at {where}, {clock(answer.at_ms)}{why}. {taken}"


def choice_in_words(part: str) -> str:
    said, by, who = part.partition(" by ")
    choice = _WRITTEN.get(said, said)
    known = any(choice in each.choices for each in CATALOGUE.values())
    told = words_of("en")(f"choice-{choice}", hand="The hand", spot="of the player") if known else said
    return f"{told}{by and ', by '}{who}"
