"""The steps of a late call in the words of the screen: a card and where it belongs, a wager and its money."""

from __future__ import annotations

from dealer_console.game.cards import card
from dealer_console.messages import Words
from dealer_console.table.state.late_call import LateStep


def place_words(words: Words, place: str) -> str:
    """A hand by its name, any other place by its word."""
    return place if place[:1].isdigit() else words(f"late-place-{place}")


def step_words(words: Words, step: LateStep) -> tuple[str, str]:
    """What it is about, and what to do with it."""
    if step.card is not None:
        target = words(f"late-to-{step.target}") if not step.target[:1].isdigit() else ""
        done = target or words("late-to-hand", hand=step.target)
        return f"{words.card_short(card(step.card))} · {place_words(words, step.origin)}", done
    bettor = f"/{step.bettor}" if step.bettor != 1 else ""
    what = f"{step.hand or step.spot}{bettor} {words.wager_kind(step.wager)}".strip()
    return what, "; ".join(_money(words, step))


def _money(words: Words, step: LateStep) -> list[str]:
    parts = []
    if step.give_back:
        key = "late-put_back" if step.lies_again else "late-give_back"
        parts.append(words(key, amount=words.money(step.give_back)))
    if step.stake_back:
        parts.append(words("late-hand_back", amount=words.money(step.stake_back)))
    if step.pay:
        parts.append(words("late-pay", amount=words.money(step.pay)))
    if step.take:
        parts.append(words("late-take", amount=words.money(step.take)))
        if step.lies_again:
            parts.append(words("late-lies_again", amount=words.money(step.lies_again)))
    return parts
