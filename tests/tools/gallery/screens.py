"""Screens made by hand, of many kinds: for the gallery, and for tests that walk every kind of screen."""

from __future__ import annotations

from dataclasses import replace

from dealer_console.screens.values import (
    Banner,
    Button,
    CardOnFelt,
    Felt,
    HandOnFelt,
    LastAction,
    Light,
    Mark,
    PromptLine,
    Screen,
    SidePanel,
    SideRow,
    SpotOnFelt,
    TopLine,
    WagerOnFelt,
)


def cards(text: str) -> tuple[CardOnFelt, ...]:
    """`Ts 5h` are faces, `##` is a back, `9h/` lies across, `5c!` is in question, `K` has no known suit."""
    return tuple(_card(word) for word in text.split())


def _card(word: str) -> CardOnFelt:
    if word.startswith("##"):
        return CardOnFelt(across="/" in word)
    plain = word.rstrip("/!")
    return CardOnFelt(rank=plain[0], suit=plain[1:2], across="/" in word, marked="!" in word)


def wager(amount: str, kind: str = "base", **more: object) -> WagerOnFelt:
    label = amount if kind == "base" else f"{kind} {amount}"
    return WagerOnFelt(kind=kind, label=label, **more)  # type: ignore[arg-type]


def hand(name: str, faces: str, total: str, bet: str = "25", marks: str = "", **more: object) -> HandOnFelt:
    values: dict[str, object] = {
        "wagers": (wager(bet),) if bet else (),
        "marks": tuple(Mark(kind=word, label=word) for word in marks.split()),
        "touch": f"hand:{name}",
        "spoken": f"hand {name}, {faces}, {total}",
    }
    return HandOnFelt(id=name, cards=cards(faces), total=total, **(values | more))  # type: ignore[arg-type]


def dealer(faces: str, total: str) -> HandOnFelt:
    return HandOnFelt(id="dealer", cards=cards(faces), total=total, touch="hand:dealer", spoken=f"dealer, {total}")


def spot(number: int, *hands: HandOnFelt, **more: object) -> SpotOnFelt:
    values: dict[str, object] = {"touch": f"spot:{number}", "spoken": f"spot {number}"}
    return SpotOnFelt(number=number, hands=hands, **(values | more))  # type: ignore[arg-type]


LIGHTS = (
    Light(id="light:shoe", name="Shoe", words="214 left", level="good", simulated=True),
    Light(id="light:shuffler", name="Shuffler", words="62 % · 1:10", level="busy", percent=62, simulated=True),
    Light(id="light:reader", name="Reader", words="ready", level="good", simulated=True),
    Light(id="light:floor", name="Floor", words="offline 2 min", level="warn"),
)
TOP = TopLine(
    table="BJ-07",
    game="Blackjack Switch · Massachusetts · 25–500",
    shoe="6 decks · 98 out · 214 in · cut at 62",
    lights=LIGHTS,
    round="Round 41",
    dealer="Ana Ruiz",
    clock="23:14",
)
ACTIONS = (
    Button(id="switch", label="Switch", place=0, key="S", tone="main", main=True, hint="16 and 13"),
    Button(id="keep", label="Keep", place=1, key="K", main=True),
    Button(id="hit", label="Hit", place=2, key="H", tone="go", main=True),
    Button(id="stand", label="Stand", place=3, key="T", tone="go", main=True),
    Button(id="double", label="Double", place=4, key="D", tone="go", main=True, hint="25 · or less"),
    Button(id="split", label="Split", place=5, key="P", main=True, enabled=False, reason="ten and five differ"),
    Button(id="surrender", label="Surrender", place=6, key="R", main=True, enabled=False, reason="not offered here"),
    Button(id="menu", label="Menu", place=7, key="F12", main=True, tone="quiet"),
)
HELP = (
    Button(id="irregularity", label="Irregularity", place=0, key="F9"),
    Button(id="call", label="Call floor", place=1, key="F10", tone="danger"),
)
UNDO = Button(id="undo", label="↶ Undo", key="Ctrl+Z", spoken="Undo: 1b doubled")
SIMULATED = Banner(text="SIMULATED DEVICES: no real shoe, shuffler or reader is connected.", level="warn")

SWITCH_FELT = Felt(
    spots=(
        spot(
            1,
            hand("1a", "Th Ks", "20", marks="switched", finished=True),
            hand("1b", "5c 6d 9h/", "20", marks="doubled", finished=True, wagers=(wager("25"), wager("25", "double"))),
            wagers=(wager("5", "match", way="take"),),
        ),
        spot(2, hand("2a", "Tc 5h", "15", in_turn=True), hand("2b", "8d 6s", "14"), in_turn=True, player="Mr Lee"),
        spot(
            3,
            hand("3a", "As Kd", "21", "100", marks="natural"),
            hand("3b", "9c 9h", "18", "100"),
            wagers=(wager("5", "match", way="pay"),),
        ),
        spot(4, hand("4a", "7s 4d", "11"), hand("4b", "Qh 3c", "13")),
        spot(5, hand("5a", "2d Ah", "soft 13"), hand("5b", "Js Td", "20")),
    ),
    dealer=dealer("6h ##", "6"),
)
DONE = (
    SideRow(text="1 match", amount="take 5", way="take", ticked=True),
    SideRow(text="3 match", amount="pay 5", way="pay", ticked=True),
    SideRow(text="1 switched", amount="20 / 11", ticked=True),
    SideRow(text="1b doubled 25", amount="20", ticked=True),
)
SWITCH = Screen(
    top=TOP,
    felt=SWITCH_FELT,
    prompt=PromptLine(
        big="Spot 2: “15 or switch?”",
        small="The second cards 5♥ and 6♠ change places on a switch: 16 and 13.",
        clause="MA 7(g)(2)",
        touch="clause",
    ),
    actions=ACTIONS,
    side=SidePanel(
        list_title="Done this round",
        rows=DONE,
        next="2b · 14, then spot 3",
        buttons=HELP,
    ),
    last=LastAction(text="1b double, 9♥ → 20", undo=UNDO),
    banners=(SIMULATED,),
    seq=412,
)


def _catfish() -> Screen:
    def seat(number: int, faces: str, total: str, **more: object) -> SpotOnFelt:
        sides = (wager("5", "TriLux", way="take" if number % 2 else "pay"), wager("5", "Bounty"))
        return spot(number, hand(f"{number}a", faces, total, **more), wagers=sides if number != 4 else ())  # type: ignore[arg-type]

    felt = Felt(
        spots=(
            seat(1, "Kh Kd", "20", finished=True),
            seat(2, "8s 8d", "16", in_turn=True),
            seat(3, "As 6c", "soft 17"),
            seat(4, "Qc Jh", "20", marks="insured", wagers=(wager("50"), wager("25", "insurance"))),
            spot(5),
            seat(6, "9s 4c 7h", "20"),
            seat(7, "5c 2d 3s 4h A", "15"),
        ),
        dealer=dealer("As ##", ""),
    )
    top = replace(
        TOP, table="BJ-12", game="Blackjack · Catfish Bend · 10–300", shoe="6 decks · 31 out · 281 in · cut at 60"
    )
    prompt = PromptLine(big="Spot 2: sixteen", small="A pair of eights may be split up to four hands.")
    side = replace(SWITCH.side, rows=DONE[:2])
    actions = tuple(
        replace(action, enabled=True, reason="") if action.id == "split" else action for action in ACTIONS[2:]
    )
    return replace(SWITCH, top=top, felt=felt, prompt=prompt, side=side, actions=actions, banners=())


CATFISH = _catfish()


def _settlement() -> Screen:
    spots = list(SWITCH_FELT.spots)
    spots[1] = spot(
        2,
        hand("2a", "Tc 5h 4d", "19", finished=True, wagers=(wager("25", way="pay", marked=True),)),
        hand("2b", "8d 6s", "14", finished=True, wagers=(wager("25", way="take"),)),
    )
    rows = (
        SideRow(text="1a", amount="take 25", way="take", ticked=True, touch="tick:0"),
        SideRow(text="1b", amount="pay 50", chips="50 = 25 + 25", way="pay", ticked=True, touch="tick:1"),
        SideRow(text="2a", amount="pay 37.50", chips="25 + 5 + 5 + 2.50", way="pay", current=True, touch="tick:2"),
        SideRow(text="2b", amount="take 25", way="take", touch="tick:3"),
        SideRow(text="3a natural", amount="pay 150", chips="100 + 25 + 25", way="pay", touch="tick:4"),
        SideRow(text="3b", amount="push", way="push", touch="tick:5"),
    )
    actions = (
        Button(id="tick", label="Done", place=2, key="Space", tone="go", main=True, hint="2a · 37.50"),
        Button(id="tick-all", label="All paid", place=6, key="P", tone="main", main=True, hint="7 left", hold=True),
        Button(id="colour-up", label="Color up", place=1, key="U", main=True),
        ACTIONS[-1],
    )
    return replace(
        SWITCH,
        felt=Felt(spots=tuple(spots), dealer=dealer("6h Qs 5d", "21")),
        prompt=PromptLine(big="Pay 2a: 37.50", small="25 + 5 + 5 + 2.50", tone="go"),
        actions=actions,
        side=replace(
            SWITCH.side,
            list_title="Take and pay",
            rows=rows,
            buttons=HELP,
            next="",
        ),
    )


SETTLEMENT = _settlement()
BETWEEN = replace(
    SWITCH,
    felt=Felt(
        spots=(
            spot(1, wagers=(wager("25"), wager("25"), wager("5", "match"))),
            spot(2, wagers=(wager("25"), wager("25")), player="Mr Lee", in_turn=True),
            spot(3, wagers=(wager("100"), wager("100"), wager("5", "match"), wager("1", "toke"))),
            spot(4),
            spot(5, wagers=(wager("50"), wager("50"), wager("10", "bettor 2"), wager("10", "bettor 2"))),
        ),
        dealer=HandOnFelt(id="dealer", cards=(), total=""),
        watermark="TRAINING",
    ),
    prompt=PromptLine(
        big="Place your bets", small="Touch a spot, or take the same bets for the whole table.", tone="plain"
    ),
    actions=(
        Button(id="deal", label="Deal", place=0, key="Return", tone="main", main=True),
        Button(id="same", label="Same bets", place=1, key="F2", tone="go", main=True),
    ),
    side=SidePanel(list_title="Last round", rows=(), buttons=HELP[1:]),
    last=LastAction(text="Round 40 closed", undo=None),
    banners=(
        Banner(text="Shuffler: belt jammed. Shuffle by hand until it is cleared.", level="bad", touch="banners"),
        SIMULATED,
        Banner(text="The floor is away: this table keeps its own journal and sends it later.", level="off"),
    ),
)
REFUSED = replace(
    SWITCH,
    note="Spot 2 has not answered the offer: switch or keep comes before a split (MA 7(g)(2)).",
    banners=(),
)


def _crowded() -> Screen:
    """More than any evening brings: eight hands on a spot, long hands, three bettors."""
    many = tuple(
        hand(
            f"1{half}{number}", "8s 8h 3c", "19", marks="split", finished=number < 3, in_turn=(half, number) == ("b", 2)
        )
        for half in "ab"
        for number in range(1, 5)
    )
    bettors = tuple(wager("25", bettor=number) for number in (1, 2, 3))
    felt = Felt(
        spots=(
            spot(1, *many, in_turn=True),
            spot(2, hand("2a", "Ac 2d Ah 3s 2c 4d Ad 5s", "19"), hand("2b", "5d 3c 2h 4s 2s 3d!", "19")),
            spot(3, hand("3a", "As Kd", "21", wagers=bettors), hand("3b", "9c 9h", "18", wagers=bettors)),
            spot(4, hand("4a", "7s 4d ##/", "?", marks="doubled"), hand("4b", "Q 3", "13")),
            spot(5, hand("5a", "2d Ah", "soft 13", marks="switched insured"), hand("5b", "Js Td", "20", finished=True)),
        ),
        dealer=dealer("2h 3d Ac 4s 2c 5h", "17"),
    )
    return replace(SWITCH, felt=felt, prompt=PromptLine(big="Spot 1, hand b2: nineteen", small=""))


CROWDED = _crowded()
