"""Paper: no figure is broken, whatever its size; a felt has room for every hand; every page says how many there are."""

from __future__ import annotations

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import PageBreak

from dealer_console.messages import words_of
from dealer_console.pit.dispute.felt_drawing import HAND, felt_drawing
from dealer_console.pit.paper.columns import SIDE, SMALLEST, columns
from dealer_console.pit.paper.pages import BOLD, PLAIN, WIDTH, paragraph, pdf
from dealer_console.screens.values import Felt, HandOnFelt, SpotOnFelt

HEAD = ("Table", "Opener", "Fills", "Credits", "Drop", "Closer", "Win", "Hold", "Rounds/h", "Hands/h")


@pytest.mark.parametrize("amount", ["0.00", "152,700.00", "−1,390,275.00", "−12,390,275.00"])
def test_figures_of_every_size_stand_in_one_line(amount: str) -> None:
    rows = [("blackjack-02", *[amount] * 6, "−21.0 %", "38", "1,184")]
    found = columns(HEAD, rows, range(1, 10), WIDTH, (PLAIN, BOLD))
    assert sum(found.widths) == pytest.approx(WIDTH)
    assert found.letters >= SMALLEST
    for text, width in zip(rows[0], found.widths, strict=True):
        assert stringWidth(text, PLAIN, found.letters) + 2 * SIDE <= width


def test_long_words_give_way_before_a_figure_does() -> None:
    rows = [("a name that is far too long for any line of this page " * 3, "152,700.00")]
    found = columns(("", "Amount"), rows, (1,), WIDTH, (PLAIN, BOLD))
    assert sum(found.widths) <= WIDTH + 1
    assert stringWidth("152,700.00", PLAIN, found.letters) + 2 * SIDE <= found.widths[1]


def test_few_columns_do_not_spread_over_the_page() -> None:
    found = columns(("", "Amount"), [("Opener", "152,700.00")], (1,), WIDTH, (PLAIN, BOLD))
    assert sum(found.widths) < WIDTH / 2


def hand(name: str) -> HandOnFelt:
    return HandOnFelt(id=name, cards=(), total="")


def spot(number: int, hands: int) -> SpotOnFelt:
    return SpotOnFelt(number=number, hands=tuple(hand(f"{number}{at}") for at in range(hands)))


@pytest.mark.parametrize(("hands", "rows"), [(0, 1), (2, 1), (3, 2), (4, 2), (8, 4)])
def test_the_felt_grows_with_its_hands(hands: int, rows: int) -> None:
    """Every row of hands has its own height, and the dealer's stands below all of them."""
    low = felt_drawing(Felt(spots=(spot(1, 1),), dealer=hand("dealer")), words_of("en")).height
    high = felt_drawing(Felt(spots=(spot(1, 1), spot(2, hands)), dealer=hand("dealer")), words_of("en")).height
    assert high - low == pytest.approx((rows - 1) * HAND)


def three_pages() -> bytes:
    return pdf(
        "title",
        "foot",
        [paragraph("one"), PageBreak(), paragraph("two"), PageBreak(), paragraph("three")],
        words_of("en"),
    )


def test_every_page_says_how_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    write = Canvas.drawRightString

    def listen(canvas: Canvas, x: float, y: float, text: str) -> None:
        said.append(text)
        write(canvas, x, y, text)

    monkeypatch.setattr(Canvas, "drawRightString", listen)
    assert three_pages() == three_pages()
    assert said[:3] == ["page 1 of 3", "page 2 of 3", "page 3 of 3"]
