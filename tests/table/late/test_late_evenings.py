"""Late calls as scripted evenings at real tables (rulesets 10 and 11): the story, the call, and the console to the end.

Each story names what the dealer did, and is told at the tables where it can happen.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from tests.rigs.open_table import CB, MA, SD
from tests.table.late.evening import (
    CARDS,
    Evening,
    LateTable,
    Opened,
    by_hand,
    camera_beside_shoe,
    continuous_shuffler,
    plain_shoe,
    sealed_shoe,
)

LW = "light-and-wonder-switch-v2"
FACE_DOWN: Final = {"hole_card": "face-down"}
SHOES: Final[dict[str, Opened]] = {"sealed": sealed_shoe, "by-hand": by_hand}


@dataclass(frozen=True, kw_only=True)
class Story:
    name: str
    rules: str
    told: tuple[str, ...]
    bets: tuple[str, ...] = ("1 25",)
    choices: dict[str, str] = field(default_factory=dict)  # MA: with nothing said, the hole card lies face down
    at: tuple[str, ...] = ("sealed",)


def _written() -> dict[str, list[str]]:
    """What each call changes, as people have read it: `evenings.txt`."""
    blocks = Path(__file__).with_name("evenings.txt").read_text("utf-8").split("\n\n")
    return {name: lines for name, *lines in (block.strip().splitlines() for block in blocks)}


WRITTEN: Final = _written()

BOTH: Final = ("sealed", "by-hand")
TWO: Final = ("1 25", "2 50")

STORIES = (
    # --- Massachusetts ----------------------------------------------------------------------------------------------
    Story(
        name="MA 15(d) a player waved off on 18 and was given a card, booked as a bust",
        rules=MA,
        told=("Th 9c 6h 8d 8s (7d)", "5c", "call 5c card-exposed 5c / next-card"),
    ),
    Story(
        name="MA 15(d) the same, seen when the dealer had drawn and everything was paid",
        rules=MA,
        told=(
            "Th 9c 6h 8d 8s (Kd)",
            "2c",
            "1a stand",
            "1b stand",
            "show",
            "5h",
            "paid",
            "call 2c card-exposed 2c / next-card",
        ),
    ),
    Story(
        name="MA 15(a) nobody had asked, the card is burned, seen three cards later",
        rules=MA,
        bets=TWO,
        told=(
            "Th 9c 6h Td 5h 8d 8s 7s 6d (7d)",
            "2c",
            "1a stand",
            "1b stand",
            "3c 9h",
            "call *2c card-misdelivered 2c / burn",
        ),
    ),
    Story(
        name="MA 15(a) a card laid on the wrong hand goes forward to the next",
        rules=MA,
        at=BOTH,
        told=("Th 5c 6h 2d 8s (7d)", "1a hit", "4c", "call 4c card-misdelivered 4c / forward"),
    ),
    Story(
        name="MA 15(a) a card laid on the wrong hand becomes the dealer's next",
        rules=MA,
        at=BOTH,
        told=(
            "Th 5c 6h 2d 8s (7d)",
            "1a hit",
            "4c",
            "1a stand",
            "1b hit",
            "3s",
            "call 4c card-misdelivered 4c / dealer-next",
        ),
    ),
    Story(
        name="MA 15(a) after a misdelivered card a player asks to be let out",
        rules=MA,
        at=BOTH,
        bets=TWO,
        told=(
            "Th 9c 6h Td 5h 8d 8s 7s 6d (7d)",
            "1a stand",
            "1b hit",
            "2c",
            "call 2c card-misdelivered 2c / 1 out / burn",
        ),
    ),
    Story(
        name="MA 15(h) hand 1b was skipped and the shoe filled it, seen seven cards later",
        rules=MA,
        bets=TWO,
        told=("Th 9c 6h 8d 8s 7c 2c 3c", "call 9c hand-not-dealt 1b / dead-hand"),
    ),
    Story(
        name="MA 15(h) hand 2a was skipped in the first cards, its wager comes back",
        rules=MA,
        at=BOTH,
        bets=("1 25 match=5", "2 50 match=5"),
        told=("Th 9c 6h 8d 8s 7c 2c 3c", "call 6h hand-not-dealt 2a / dead-hand"),
    ),
    Story(
        name="MA 15(h) hand 1b has one card only, it takes the second after all others",
        rules=MA,
        at=BOTH,
        bets=TWO,
        told=("Th 9c 6h 8d 8s 7c 2c 3c 4c", "call 2c hand-one-card 1b / deal-last"),
    ),
    Story(
        name="MA 15(h) hand 1b has one card only and is dead",
        rules=MA,
        at=BOTH,
        bets=TWO,
        told=("Th 9c 6h 8d 8s 7c 2c 3c 4c", "call 2c hand-one-card 1b / dead-hand"),
    ),
    Story(
        name="MA 15(i) the hit of 1a was not served, its card comes last",
        rules=MA,
        at=BOTH,
        told=(
            "Th 9c 6h 2d 8s (Kd)",
            "1a hit",
            "3c",
            "1a stand",
            "1b stand",
            "show",
            "call 3c hit-missed 1a / deal-last",
        ),
    ),
    Story(
        name="MA 15(i) the hit of 1a was not served, the player gives the hand up",
        rules=MA,
        at=BOTH,
        told=("Th 9c 6h 2d 8s (Kd)", "1a hit", "3c", "1a stand", "call 3c hit-missed 1a / dead-hand"),
    ),
    Story(
        name="MA 15(i) the card of a double was not served",
        rules=MA,
        at=BOTH,
        told=("6h 9c 6d 5d 8s (Kd)", "1a double", "9h", "1b stand", "show", "2s", "call 9h hit-missed 1a / deal-last"),
    ),
    Story(
        name="MA 15(i) the first card after a split was not served",
        rules=MA,
        at=BOTH,
        told=(
            "8h 9c 6d 8d 8s (Kd)",
            "1a split",
            "3h",
            "1a1 stand",
            "4h",
            "1a2 stand",
            "call 3h hit-missed 1a1 / dead-hand",
        ),
    ),
    Story(
        name="MA 15(b) a card had lain face up in the shoe, seen after the next cards",
        rules=MA,
        at=BOTH,
        bets=TWO,
        told=(
            "Th 9c 6h Td 5h 8d 8s 7s 6d (7d)",
            "1a stand",
            "1b hit",
            "2c",
            "1b stand",
            "2a stand",
            "call 2c card-face-up-in-shoe 2c / discard",
        ),
    ),
    Story(
        name="MA 15(b) the second card face up in a shoe voids the round, both called late",
        rules=MA,
        at=BOTH,
        told=(
            "Th 5c 6h 2d 8s (7d)",
            "1a hit",
            "4c",
            "call 4c card-face-up-in-shoe 4c / discard",
            "3c",
            "1a stand",
            "1b hit",
            "2h",
            "call 3c card-face-up-in-shoe 3c / discard",
        ),
    ),
    Story(
        name="MA 15(c) a card was drawn before it was asked for, unseen",
        rules=MA,
        at=BOTH,
        told=("Th 5c 6h 2d 8s (7d)", "1a hit", "4c", "1a stand", "call 4c card-drawn-unexposed / next-card"),
    ),
    Story(
        name="MA 15(f) the dealer's first card was passed over",
        rules=MA,
        at=BOTH,
        bets=TWO,
        told=("Th 9c 6h 8d 8s 7c 2c 3c 4c", "call 8s dealer-card-missed / continue"),
    ),
    Story(
        name="MA 15(g) the shoe was empty when the hit was due",
        rules=MA,
        at=("by-hand",),
        told=("Th 5c 6h 2d 8s (7d)", "1a hit", "4c", "call 4c shoe-empty / reshuffle"),
    ),
    Story(
        name="MA 15(l) the reader was used under a six and could leak",
        rules=MA,
        choices={"hole_card": "reader"},
        told=("Th 9c 6h 8d 8s (7d)", "1a stand", "1b hit", "4c", "call 4c reader-wrong-up-card / void"),
    ),
    Story(
        name="MA 15(n) the burn was missed",
        rules=MA,
        at=BOTH,
        told=("Th 9c 6h 8d 8s (7d)", "1a stand", "call Th burn-missed / continue"),
    ),
    Story(
        name="MA 15(j) the shuffler was at fault, seen in the round",
        rules=MA,
        at=BOTH,
        told=("Th 9c 6h 8d 8s (7d)", "1a stand", "call 8s shuffler-fault / reshuffle"),
    ),
    Story(
        name="MA 15(k) cards were shuffled beside the device",
        rules=MA,
        at=BOTH,
        told=("Th 9c 6h 8d 8s (7d)", "1a stand", "call 8d shuffle-beside-device / device-removed"),
    ),
    Story(
        name="the shoe jammed at a card, the rest by hand",
        rules=MA,
        at=BOTH,
        told=("Th 5c 6h 2d 8s (7d)", "1a hit", "4c", "1a stand", "call 4c shoe-fault / continue-by-hand"),
    ),
    Story(
        name="a jam found after the round was paid voids it",
        rules=MA,
        at=BOTH,
        bets=("1 25 match=5",),
        told=("Th 5c 6h 2d 8s (7d)", "1a stand", "1b stand", "show", "4c", "paid", "call 2d shoe-fault / void"),
    ),
    Story(
        name="a card of another design, the supervisor voids the round",
        rules=MA,
        at=BOTH,
        told=("Th 5c 6h 2d 8s (7d)", "1a hit", "4c", "call 4c card-impossible 4c / void"),
    ),
    Story(
        name="a card of another design, the supervisor lets it stand",
        rules=MA,
        at=BOTH,
        told=("Th 5c 6h 2d 8s (7d)", "1a hit", "4c", "1a stand", "call 4c card-impossible 4c / continue"),
    ),
    # --- Catfish Bend -----------------------------------------------------------------------------------------------
    Story(
        name="CB 1 the dealer hit a hand that had stood, nobody takes the card",
        rules=CB,
        bets=TWO,
        told=("Th 5c 6d 8h 8c (Kd)", "1a stand", "7c", "call 7c card-exposed 1a 7c / 1a refuse / 2a refuse / burn"),
    ),
    Story(
        name="CB 1 nobody had asked, the next hand takes the card",
        rules=CB,
        bets=TWO,
        told=("Th 5c 6d 8h 8c (Kd)", "7c", "call 7c card-exposed 7c / 1a refuse / 2a accept"),
    ),
    Story(
        name="CB 5 a hit was not served, the player gives the hand up after the round was paid",
        rules=CB,
        at=BOTH,
        bets=TWO,
        told=(
            "Th 5c 6d 4h 8c (Kd)",
            "1a hit",
            "9h",
            "2a stand",
            "show",
            "2s",
            "paid",
            "call 9h hit-missed 1a / dead-hand",
        ),
    ),
    Story(
        name="CB 6 a card went to the wrong box before the dealer had one, back one spot",
        rules=CB,
        at=BOTH,
        bets=TWO,
        told=("Th 5c 6d 4h", "call 5c card-misdelivered 5c / back-one"),
    ),
    Story(
        name="CB 7 a hand has a card too many and keeps it",
        rules=CB,
        bets=TWO,
        told=("Th 5c 6d 4h 8c (3h)", "Kd", "call dealer hand-too-many-cards 2a 3h / keep"),
    ),
    Story(
        name="CB 7 a hand has a card too many and sits out",
        rules=CB,
        bets=("1 25 trilux=5", "2 50 bounty=5"),
        told=("Th 5c 6d 4h 8c (3h)", "Kd", "call dealer hand-too-many-cards 2a 3h / dead-hand"),
    ),
    Story(
        name="CB 7 a card too many is a misdeal, side bets and tokes come back",
        rules=CB,
        at=BOTH,
        bets=("1 25 trilux=5 toke.a=5", "2 50 bounty=5"),
        told=(
            "Th 5c 6d 4h 8c (3h)",
            "1a stand",
            "2a stand",
            "show",
            "9d",
            "paid",
            "call 3h hand-too-many-cards 2a 3h / misdeal",
        ),
    ),
    Story(
        name="CB 7 one card only, sits out",
        rules=CB,
        at=BOTH,
        bets=TWO,
        told=("Th 5c 6d 4h 8c", "call 4h hand-one-card 1a / dead-hand"),
    ),
    Story(
        name="CB 8 a box was not dealt in",
        rules=CB,
        at=BOTH,
        bets=("1 25", "2 50", "3 10"),
        told=("Th 5c 6d 4h 8c 9s", "call 5c hand-not-dealt 2a / dead-hand"),
    ),
    Story(
        name="CB 9 the dealer had a card too many, each player chooses",
        rules=CB,
        at=BOTH,
        bets=TWO,
        told=("Th 5c 6d 4h 8c (Kd)", "1a hit", "3h", "call 3h dealer-wrong-count 3h / 1 out / 2 play / continue"),
    ),
    Story(
        name="CB 9 the dealer had a card too many, misdeal",
        rules=CB,
        at=BOTH,
        bets=TWO,
        told=("Th 5c 6d 4h 8c (Kd)", "1a hit", "3h", "1a stand", "call 3h dealer-wrong-count 3h / misdeal"),
    ),
    Story(
        name="CB 10 the dealer's card was missed, players drew on, then it is dealt",
        rules=CB,
        at=BOTH,
        bets=TWO,
        told=("Th 5c 6d 4h 8c", "call 6d dealer-card-missed"),
    ),
    Story(
        name="CB 11 the shoe ran out, all bets back after the fact",
        rules=CB,
        at=BOTH,
        bets=("1 25 trilux=5", "2 50"),
        told=("Th 5c 6d 4h 8c (Kd)", "1a hit", "9h", "2a stand", "show", "2s", "call 9h shoe-empty / misdeal"),
    ),
    Story(
        name="CB 12 a card found face up is burned",
        rules=CB,
        at=BOTH,
        bets=TWO,
        told=(
            "Th 5c 6d 4h 8c (Kd)",
            "1a hit",
            "6c",
            "1a stand",
            "2a stand",
            "show",
            "2s",
            "call 6c card-face-up-in-shoe 6c / burn",
        ),
    ),
    Story(
        name="CB 3 the hole card was seen when it was dealt",
        rules=CB,
        at=BOTH,
        bets=TWO,
        told=("Th 5c 6d 4h 8c (Kd)", "1a stand", "call dealer hole-card-exposed Kd / continue"),
    ),
    Story(
        name="CB 4 blackjack after a clear look counts as 21, the double of a broken hand comes back",
        rules=CB,
        at=BOTH,
        bets=TWO,
        told=(
            "9h Tc Kd 5h 8c (As)",
            "peek clear",
            "1a double",
            "Kh",
            "2a stand",
            "show",
            "call shown dealer-blackjack-late / counts-as-21",
        ),
    ),
    Story(
        name="CB dealing 16 a natural was overlooked",
        rules=CB,
        at=BOTH,
        bets=TWO,
        told=("Ah 5c 6d Kh 8c (Kd)", "2a hit", "2h", "call dealer natural-overlooked 1a / continue"),
    ),
    # --- South Dakota, Light & Wonder -------------------------------------------------------------------------------
    Story(
        name="SD 4 a player's hand was not dealt, that player keeps every wager",
        rules=SD,
        at=BOTH,
        bets=("1 25 match=5", "2 50 match=5"),
        told=("Th 9c 6h 8d 8s 7c 2c 3c", "call 6h hand-not-dealt 2a / misdeal"),
    ),
    Story(
        name="SD 4 the dealer has a card too many, misdeal for all after the match was paid",
        rules=SD,
        at=BOTH,
        bets=("1 25 match=5",),
        told=("Th Tc 6h 8d 8s (Kd)", "1a stand", "1b hit", "2c", "call 2c dealer-wrong-count 2c / misdeal"),
    ),
    Story(
        name="LW a card nobody asked for, as the supervisor decides",
        rules=LW,
        told=("Th 9c 6h 8d 8s (7d)", "5c", "1b stand", "call 5c card-exposed 5c / burn"),
    ),
    Story(
        name="LW a missed hit after a free double",
        rules=LW,
        at=BOTH,
        bets=("1 25 free-bet=25",),
        told=(
            "6h 9c 6d 5d 8s (Kd)",
            "1a free-double",
            "9h",
            "1b stand",
            "show",
            "2s",
            "call 9h hit-missed 1a / deal-last",
        ),
    ),
)


@pytest.mark.parametrize(
    ("story", "at"),
    [(story, at) for story in STORIES for at in story.at],
    ids=[f"{story.name} [{at}]" for story in STORIES for at in story.at],
)
def test_the_evening(story: Story, at: str, tmp_path: Path) -> None:
    cards = _cards(story.told)
    choices = story.choices or (FACE_DOWN if story.rules == MA else {})
    shoe = SHOES[at](cards, story.rules, story.bets, choices)
    assert shoe.state.shoe is not None
    out = shoe.state.shoe.out
    evening = Evening(shoe)
    evening.tell(story.told)
    assert evening.changes == WRITTEN[story.name]
    evening.finish()
    evening.keeps_its_promises(tmp_path, out)


# --- a plain-value shoe, a camera, a continuous shuffler ---------------------------------------------------------


def told_at(shoe: LateTable, told: tuple[str, ...], folder: Path) -> Evening:
    assert shoe.state.shoe is not None
    out = shoe.state.shoe.out
    evening = Evening(shoe)
    evening.tell(told)
    evening.finish()
    evening.keeps_its_promises(folder, out)
    return evening


UNASKED = ("Th 9c 6h 8d 8s (7d)", "5c", "call 5c card-exposed 5c / next-card")
SKIPPED = ("Th 9c 6h 8d 8s 7c 2c 3c", "call 9c hand-not-dealt 1b / dead-hand")
MISSED = ("Th 9c 6h 2d 8s (Kd)", "1a hit", "3c", "1a stand", "1b stand", "show", "call 3c hit-missed 1a / deal-last")
FACE_UP = (
    "Th 9c 6h 2d 8s (Kd)",
    "1a hit",
    "3c",
    "1a stand",
    "1b hit",
    "2h",
    "call 3c card-face-up-in-shoe 3c / discard",
)
PAID = ("Th 5c 6h 2d 8s (7d)", "1a stand", "1b stand", "show", "4c", "paid", "call 2d shoe-fault / void")


@pytest.mark.parametrize(
    ("told", "bets"),
    [(UNASKED, ("1 25",)), (SKIPPED, TWO), (MISSED, ("1 25",)), (FACE_UP, ("1 25",)), (PAID, ("1 25",))],
    ids=["not asked for", "skipped hand", "missed hit", "face up in the shoe", "paid and void"],
)
def test_the_evening_with_a_plain_value_shoe(told: tuple[str, ...], bets: tuple[str, ...], tmp_path: Path) -> None:
    faces = [word.strip("()") for text in told if CARDS.fullmatch(text) for word in text.split()]
    told_at(plain_shoe(faces, MA, bets, {"hole_card": "face-down"}), told, tmp_path)


@pytest.mark.parametrize(
    ("told", "bets"),
    [(SKIPPED, TWO), (MISSED, ("1 25",)), (FACE_UP, ("1 25",)), (PAID, ("1 25",))],
    ids=["skipped hand", "missed hit", "face up in the shuffler", "paid and void"],
)
def test_the_evening_with_a_continuous_shuffler(told: tuple[str, ...], bets: tuple[str, ...], tmp_path: Path) -> None:
    shoe = continuous_shuffler(tmp_path, bets)
    told_at(shoe, told, tmp_path)
    shoe.put_back()
    left, inside = shoe.counts
    assert left == inside  # what the table counts is what the device holds


@pytest.mark.parametrize(
    ("told", "bets"), [(UNASKED, ("1 25",)), (SKIPPED, TWO)], ids=["not asked for", "skipped hand"]
)
def test_the_evening_with_a_camera(told: tuple[str, ...], bets: tuple[str, ...]) -> None:
    shoe = camera_beside_shoe(_cards(told), MA, bets, FACE_DOWN)
    with TemporaryDirectory() as folder:
        evening = told_at(shoe, told, Path(folder))
    seen = [entry for entry in shoe.kinds("device-event") if entry.data["event"] == "CardSeen"]
    assert len(seen) >= len(evening.faces) - 2


def _cards(told: tuple[str, ...]) -> list[str]:
    return [word.strip("()") for text in told for word in text.split() if _is_card(word, text)]


def _is_card(word: str, text: str) -> bool:
    return CARDS.fullmatch(text) is not None
