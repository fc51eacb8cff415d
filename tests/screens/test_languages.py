"""Two languages, both complete: the words of the screens, and every text that rules and table put on them."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.messages import LANGUAGES, words_of
from dealer_console.messages.of_table import spanish_of_table
from tests.screens.texts_of_the_rules import round_files, texts_of, texts_of_rule_sets
from tests.screens.texts_of_the_table import next_steps, permissions_say, refusals

FOLDERS = sorted({file.parent for file in round_files()})


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_prompt_refusal_and_irregularity_of_the_written_rounds_has_its_spanish(folder: Path) -> None:
    spanish = spanish_of_table()
    missing = {text for file in sorted(folder.glob("*.round")) for text in texts_of(file) if not spanish.knows(text)}
    assert missing == set()


def test_calls_steps_and_rulings_of_all_rule_sets_have_their_spanish() -> None:
    spanish = spanish_of_table()
    assert {text for text in texts_of_rule_sets() if not spanish.knows(text)} == set()


def test_refusals_rights_and_alarms_of_the_table_have_their_spanish() -> None:
    spanish = spanish_of_table()
    missing = {where: text for where, text in refusals() if not spanish.knows(text)}
    assert missing == {}
    assert {text for text in (*permissions_say(), *next_steps()) if not spanish.knows(text)} == set()


@pytest.mark.parametrize(
    ("english", "says"),
    [
        ("1b: 20. 16 or switch?", "1b: 20. ¿16 o cambio?"),
        ("soft 17 or switch?", "¿17 blando o cambio?"),
        ("card to 3a", "carta a 3a"),
        ("spot 2 has switched already", "el puesto 2 ya cambió"),
        ("5.00 is below the table minimum of 25.00", "5.00 no llega al mínimo de la mesa, 25.00"),
        ("1a is in turn [MA 7(e)]", "1a está en turno [MA 7(e)]"),
        (
            "wrong name, badge or PIN; 4 more tries before it is locked; for help call the pit manager",
            "nombre, placa o PIN equivocado; quedan 4 intentos; si hace falta, llame: el jefe de mesa",
        ),
    ],
)
def test_what_changes_stays_and_the_rest_is_said_in_spanish(english: str, says: str) -> None:
    assert words_of("es").of_table(english) == says
    assert words_of("en").of_table(english) == english


def test_a_text_that_nobody_knows_stands_as_it_is() -> None:
    assert not spanish_of_table().knows("the moon is made of cheese")
    assert words_of("es").of_table("the moon is made of cheese") == "the moon is made of cheese"


def test_every_language_can_be_chosen() -> None:
    for code in LANGUAGES:
        assert words_of(code)("act-stand")
