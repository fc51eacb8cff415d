"""Pads and pages made by hand, over the screens of the gallery."""

from __future__ import annotations

from dataclasses import replace

from dealer_console.screens.values import Button, Field, Meter, Overlay, Row, Screen, Sheet, Text
from tests.tools.gallery.screens import BETWEEN, SETTLEMENT, SWITCH

CLOSE = Button(id="close", label="Close", key="Escape")


def digits() -> tuple[Row, ...]:
    keys = [Button(id=f"digit:{digit}", label=digit, key=digit, main=True) for digit in "1234567890"]
    back = Button(id="digit:back", label="⌫", spoken="Erase the last digit", key="Backspace", main=True)
    return (Row(elements=(*keys, back), band=True),)


PIN = replace(
    SWITCH,
    overlay=Overlay(
        id="pin",
        title="Ruling: badge and PIN",
        columns=(
            (
                Row(
                    elements=(
                        Field(id="field:badge", label="Badge", value="4711"),
                        Field(id="field:pin", label="PIN", value="●●●", active=True, secret=True),
                    )
                ),
                *digits(),
            ),
        ),
        note="Two tries left.",
        note_tone="danger",
        close=CLOSE,
        covers="pad",
    ),
)


def _rank(rank: str) -> Button:
    return Button(id=f"rank:{rank}", label="10" if rank == "T" else rank, key=rank, main=True)


SUITS = Row(
    elements=tuple(
        Button(id=f"suit:{name}", label=f"5{sign}", key=name.upper(), main=True, spoken=f"five of {name}")
        for name, sign in (("s", "♠"), ("h", "♥"), ("d", "♦"), ("c", "♣"))
    )
)
RANKS = Row(elements=tuple(_rank(rank) for rank in "A23456789TJQK"), band=True)
RANK_PAD = replace(
    SWITCH,
    overlay=Overlay(
        id="card-pad",
        title="Card for 2a",
        columns=((RANKS, SUITS),),
        close=CLOSE,
        done=Button(id="face-down", label="Face down", key="X", tone="main", main=True),
        covers="pad",
        under_prompt=True,
    ),
)


def _chip(label: str, colour: str) -> Button:
    return Button(id=f"chip:{label}", label=label, colour=colour, key="")


DONE = Button(id="done", label="Done", tone="main", main=True, key="Return")
BETS = replace(
    BETWEEN,
    overlay=Overlay(
        id="bets",
        title="Bets · spot 3",
        columns=(
            (
                Row(
                    elements=(
                        Field(id="field:a", label="Hand a", value="100", active=True),
                        Field(id="field:b", label="Hand b", value="100"),
                    )
                ),
                Row(
                    elements=(
                        Field(id="field:match", label="Super Match", value="5"),
                        Field(id="field:toke", label="Toke", value="1"),
                    )
                ),
                Row(elements=(_chip("1", "white"), _chip("2.50", "pink"), _chip("5", "red"))),
                Row(elements=(_chip("25", "green"), _chip("100", "black"), DONE)),
            ),
            digits(),
        ),
        note="Limits 25–500 for each hand; both hands of a spot carry the same wager (MA 4(a)).",
        close=CLOSE,
    ),
)
IRREGULARITY = replace(
    SWITCH,
    overlay=Overlay(
        id="irregularity",
        title="What has happened?",
        columns=(
            tuple(
                Row(
                    elements=(
                        Button(
                            id=f"irr:{at}",
                            label=words,
                            hint=hint,
                            key=str(at + 1),
                            enabled=at != 2,
                            reason="no card was drawn",
                        ),
                    )
                )
                for at, (words, hint) in enumerate(
                    (
                        ("A card was exposed", "drawn too early and seen"),
                        ("A card is missing", "a hand has one too few"),
                        ("Dealer drew too many", ""),
                        ("Wrong card on a hand", "it went to the wrong spot"),
                        ("Card found in the shoe face up", "not used, as if never drawn"),
                    )
                )
            ),
            tuple(
                Row(elements=(Button(id=f"irr:{at}", label=words, hint=hint, key=str(at + 1), tone=tone),))  # type: ignore[arg-type]
                for at, (words, hint, tone) in enumerate(
                    (
                        ("The shoe has a fault", "", "plain"),
                        ("The reader has a fault", "", "plain"),
                        ("Hole card was seen", "", "danger"),
                        ("A wager was changed late", "", "plain"),
                        ("Something else", "the supervisor decides", "quiet"),
                    ),
                    5,
                )
            ),
        ),
        close=CLOSE,
    ),
)
REPORT = replace(
    SETTLEMENT,
    overlay=Overlay(
        id="report",
        title="Shift report · BJ-07 · 16 November",
        columns=(
            (
                Row(
                    elements=(
                        Sheet(
                            head=("What", "Count", "Amount"),
                            rows=(
                                ("Opener", "", "12,500.00"),
                                ("Fills", "2", "4,000.00"),
                                ("Credits", "1", "1,000.00"),
                                ("Drop", "", "8,240.00"),
                                ("Closer, counted", "", "14,322.50"),
                                ("Closer, expected", "", "14,325.00"),
                                ("Difference", "", "−2.50"),
                                ("Win", "", "7,062.50"),
                                ("Tokes", "41", "88.00"),
                                ("Super Match", "122", "−35.00"),
                                ("Irregularities", "3", ""),
                                ("Rounds", "214", ""),
                            ),
                            amounts=(1, 2),
                            marked=(6,),
                        ),
                    )
                ),
            ),
            (
                Row(elements=(Text(text="Counted by Ana Ruiz and approved by P. Novak at 23:58.", size="normal"),)),
                Row(elements=(Text(text="Difference −2.50: count the 2.50 chips again.", tone="danger"),)),
                Row(elements=(Meter(label="Sending to the floor", percent=40, left="0:20"),)),
                Row(elements=(Meter(label="Verifying the journal", percent=None),)),
                Row(
                    elements=(
                        Button(id="again", label="Count again", key="C"),
                        Button(id="page", label="Next page ▶", key="PgDown"),
                    )
                ),
                Row(elements=(Button(id="approve", label="Close the table", tone="main", main=True, key="Return"),)),
            ),
        ),
        widths=(3, 2),
        close=CLOSE,
    ),
)
OVERLAYS: dict[str, Screen] = {
    "pin-pad": PIN,
    "rank-pad": RANK_PAD,
    "bets": BETS,
    "irregularity": IRREGULARITY,
    "report": REPORT,
}
