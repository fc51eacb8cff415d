"""Two languages, both complete: what rules and table say at the same moment, by the same message."""

from __future__ import annotations

import pytest

from dealer_console.game.cards import card
from dealer_console.game.errors import Refusal
from dealer_console.game.message import Amount, AnyOf, Message, OneOf, Quoted, Term
from dealer_console.game.moves import HoleCardChecked
from dealer_console.game.rules import rule_text
from dealer_console.messages import LANGUAGES, recorded, words_of


@pytest.mark.parametrize(
    ("message", "record", "english", "spanish"),
    [
        (Message("hand-in-turn", hand="1a"), "1a is in turn", "1a is in turn", "1a está en turno"),
        (
            Message("below-table-minimum", amount=Amount(500), limit=Amount(2500)),
            *["5.00 is below the table minimum of 25.00"] * 2,
            "5.00 no llega al mínimo de la mesa, 25.00",
        ),
        (
            Message(
                "said-first",
                made=Message("hand-total", hand="1b", total="20"),
                then=rule_text("{total} or switch?", total="16"),
            ),
            *["1b: 20. 16 or switch?"] * 2,
            "1b: 20. ¿16 o cambio?",
        ),
        (
            Message("brought-no-card", move=HoleCardChecked(blackjack=False)),
            "'peek clear' brought no card",
            "“no blackjack” brought no card",
            "“sin blackjack” no trajo carta",
        ),
        (
            Message("all-copies-out", card=card("9c")),
            "all copies of 9c are out already",
            "all copies of 9♣ are out already",
            "ya salieron todas las copias de 9♣",
        ),
        (
            Message("unknown-choice", choice=Quoted("brun"), hint=Message("did-you-mean", word=Quoted("burn"))),
            "unknown choice 'brun'; did you mean 'burn'?",
            "unknown choice “brun”; did you mean “burn”?",
            "decisión desconocida “brun”; ¿quiso decir “burn”?",
        ),
        (
            Message(
                "irregularity-awaits",
                code=Term("irregularity-name", "hit-missed"),
                choices=AnyOf((Term("choice-name", "deal-last"), Term("choice-name", "dead-hand"))),
            ),
            "hit-missed: deal-last or dead-hand",
            "a card that was asked for was not dealt: deal last or dead hand",
            "carta pedida y no dada: dar al final o mano muerta",
        ),
        (
            Message(
                "not-by-role-done",
                action=rule_text("Order a recut"),
                by=Message("a-auditor"),
                others=OneOf((Message("a-dealer"), Message("a-supervisor"), Message("a-pit-manager"))),
            ),
            *["Order a recut: not by an auditor; it is done by a dealer, a supervisor or a pit manager"] * 2,
            "Ordenar otro corte: no por un auditor; lo hace un crupier, un supervisor o un jefe de sala",
        ),
    ],
)
def test_one_message_is_said_in_every_language_and_kept_in_notation(
    message: Message, record: str, english: str, spanish: str
) -> None:
    assert (recorded(message), words_of("en")(message), words_of("es")(message)) == (record, english, spanish)


def test_a_sentence_of_a_rule_set_that_nobody_knows_stands_as_it_is() -> None:
    assert words_of("es").phrase("the moon is made of cheese") == "the moon is made of cheese"


def test_a_refusal_is_said_with_its_clause() -> None:
    refusal = Refusal(Message("round-complete"), "MA 7(e)")
    assert words_of("es").refusal(refusal) == "la ronda ha terminado [MA 7(e)]"


def test_every_language_can_be_chosen() -> None:
    for code in LANGUAGES:
        assert words_of(code)("act-stand")
