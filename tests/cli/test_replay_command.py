"""`dealer-console replay`: its statuses, its JSON key by key, and where it points in a faulty file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .console import PLAIN, answers, console, round_file

WHOLE = ["file", "rules", "complete", "waiting_for", "dealer", "hands", "settlements", "net", "tokes", "house_net"]
SETTLED = ["spot", "bettor", "hand", "wager", "stake", "outcome", "pays", "takes", "rule"]
FAULT = ["move", "text", "reason", "rule"]


def replayed(folder: Path, text: str) -> tuple[int, Any]:
    done = console("replay", "--json", round_file(folder, text))
    (answer,) = answers(done)
    return done.returncode, answer


def test_a_complete_round(tmp_path: Path) -> None:
    status, answer = replayed(tmp_path, PLAIN)

    assert status == 0
    assert list(answer) == WHOLE
    assert answer["file"] == str(tmp_path / "x.round")
    assert answer["rules"] == "massachusetts-switch"
    assert (answer["complete"], answer["waiting_for"]) == (True, None)
    assert answer["dealer"] == {"cards": ["6h", "Th", "6c"], "total": 22, "blackjack": False}
    assert answer["hands"][0] == {
        "hand": "1a",
        "cards": ["Th", "Ks"],
        "total": 20,
        "soft": False,
        "natural": False,
        "switched": True,
    }
    assert [hand["hand"] for hand in answer["hands"]] == ["1a", "1b", "3a1", "3a2", "3b"]
    assert answer["settlements"][0] == {
        "spot": 1,
        "bettor": 1,
        "hand": None,
        "wager": "match",
        "stake": "5.00",
        "outcome": "lose",
        "pays": "0.00",
        "takes": "5.00",
        "rule": "MA 6(a)",
    }
    assert all(list(wager) == SETTLED for wager in answer["settlements"])
    assert {"wager": "double", "hand": "1b", "outcome": "push", "rule": "MA 5(c)", "stake": "25.00"}.items() <= next(
        wager.items() for wager in answer["settlements"] if wager["wager"] == "double"
    )
    assert answer["net"] == {"1/1": "-5.00", "3/1": "0.00"}
    assert answer["tokes"] == {}
    assert answer["house_net"] == "5.00"


def test_tokes_are_kept_apart(tmp_path: Path) -> None:
    status, answer = replayed(
        tmp_path,
        'rules = "catfish-bend-blackjack"\nbets = ["1 10 toke.a=0.50", "2 10"]\n'
        'play = ["Ac 9c 6h Kc 9d ??", "2a stand", "reveal Tc", "Td"]\n',
    )

    assert status == 0
    assert answer["net"] == {"1/1": "15.00", "2/1": "10.00"}
    assert answer["tokes"] == {"1/1": "0.50"}
    assert answer["house_net"] == "-25.50"


def test_an_incomplete_round_is_no_error(tmp_path: Path) -> None:
    status, answer = replayed(tmp_path, PLAIN.replace('    "reveal Th",\n    "6c",\n', ""))

    assert status == 0
    assert list(answer) == WHOLE
    assert (answer["complete"], answer["waiting_for"]) == (False, "show the hole card")
    assert answer["dealer"]["cards"] == ["6h", "??"]
    assert (answer["dealer"]["total"], answer["dealer"]["blackjack"]) == (6, False)


def test_a_refused_move(tmp_path: Path) -> None:
    status, answer = replayed(tmp_path, PLAIN.replace('"1a stand"', '"3a stand"'))
    assert status == 2
    assert list(answer) == ["file", "error"]
    assert list(answer["error"]) == FAULT
    assert (answer["error"]["move"], answer["error"]["text"]) == (4, "3a stand")
    assert answer["error"]["reason"] == "1a is in turn"
    assert answer["error"]["rule"] == "MA 7(k)"


def test_a_run_of_cards_is_one_move(tmp_path: Path) -> None:
    status, answer = replayed(tmp_path, PLAIN.replace("9c 2d  ??", "9c 2d  8h"))

    assert status == 2
    assert (answer["error"]["move"], answer["error"]["text"]) == (2, "Th 5c  9d 8s  6h  6d Ks  9c 2d  8h")


def test_an_expected_refusal_counts_as_replayed(tmp_path: Path) -> None:
    text = PLAIN.replace('"1a stand"', '"3a stand"') + 'expect = ["refused 4 MA 7(k)"]\n'
    status, answer = replayed(tmp_path, text)

    assert status == 0
    assert list(answer) == [*WHOLE, "refused"]
    assert answer["refused"]["move"] == 4
    status, answer = replayed(tmp_path, text.replace("refused 4 MA 7(k)", "refused 5"))
    assert status == 2
    assert list(answer) == ["file", "error"]


def test_an_expectation_that_differs(tmp_path: Path) -> None:
    status, answer = replayed(tmp_path, PLAIN + 'expect = ["net 1 -5", "net 3 7", "1a main win"]\n')

    assert status == 1
    assert list(answer) == [*WHOLE, "differences"]
    assert answer["differences"] == ["'net 3 7': it is 0.00", "'1a main win': it is push 25.00"]
    assert replayed(tmp_path, PLAIN + 'expect = ["net 1 -5", "1b double push 25", "house 5"]\n')[0] == 0


OUTSIDE: list[tuple[str, str, str, str]] = [
    ("an unknown key", PLAIN + "frob = 1\n", "frob", "unknown key"),
    ("a key like another", PLAIN.replace("bets", "bet"), "bet", "did you mean 'bets'"),
    ("an unknown rule set", PLAIN.replace("massachusetts", "masachusetts"), "masachusetts-switch", "did you mean"),
    ("an unknown choice", PLAIN.replace("decks", "deks"), "deks", "did you mean 'decks'"),
    ("a choice not offered", PLAIN.replace("decks = 6", "decks = 7"), "decks", "6 or 8"),
    ("a float as amount", PLAIN.replace("decks = 6", "minimum = 2.5"), "minimum", "a float cannot hold cents"),
    ("an unknown bet", PLAIN.replace("match=5", "mach=5"), "1 25 mach=5", "did you mean 'match'"),
    ("a bet above the limit", PLAIN.replace("decks = 6", "maximum = 50"), "3 100", "above the table maximum"),
    ("no bets", PLAIN.replace('["1 25 match=5", "3 100"]', "[]"), "bets", "at least one wager"),
    ("a bad expectation", PLAIN + 'expect = ["1a main wins"]\n', "1a main wins", "did you mean 'win'"),
    ("another version", PLAIN + "version = 2\n", "version", "reads version 1"),
    ("bad TOML", PLAIN.replace("play = [", "play = [["), "", "no valid TOML"),
    ("TOML nested too deeply", "x = " + "[" * 5000, "", "no valid TOML"),
]


def test_a_fault_outside_play_is_move_0(tmp_path: Path) -> None:
    files = [round_file(tmp_path, text, f"{name}.round") for name, text, _, _ in OUTSIDE]
    done = console("replay", "--json", *files)

    assert done.returncode == 2
    for (name, _, named, words), answer in zip(OUTSIDE, answers(done), strict=True):
        assert list(answer["error"]) == FAULT, name
        assert (answer["error"]["move"], answer["error"]["text"]) == (0, named), name
        assert words in answer["error"]["reason"], name


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    latin = tmp_path / "latin.round"
    latin.write_bytes(b"# caf\xe9\n")
    done = console("replay", "--json", tmp_path / "nothing.round", latin)
    missing, broken = answers(done)

    assert done.returncode == 2
    assert "cannot be read: No such file" in missing["error"]["reason"]
    assert broken["error"]["reason"] == "the file is not UTF-8 text (byte 5)"


def test_the_status_is_the_highest_and_every_file_has_its_line(tmp_path: Path) -> None:
    good = round_file(tmp_path, PLAIN, "a.round")
    differs = round_file(tmp_path, PLAIN + 'expect = ["house 6"]\n', "b.round")
    refused = round_file(tmp_path, PLAIN.replace('"1 switch"', '"2 switch"'), "c.round")

    for files, status in (
        ([differs, good], 1),
        ([good, refused, differs], 2),
    ):
        done = console("replay", "--json", *files)
        assert done.returncode == status
        assert [answer["file"] for answer in answers(done)] == [str(file) for file in files]
    assert done.stderr == ""


def test_a_folder_is_searched_for_rounds(tmp_path: Path) -> None:
    (tmp_path / "deep" / "deeper").mkdir(parents=True)
    round_file(tmp_path / "deep" / "deeper", name="b.round")
    round_file(tmp_path / "deep", name="a.round")
    round_file(tmp_path, "no round at all", name="notes.txt")
    done = console("replay", "--json", tmp_path)

    assert done.returncode == 0
    assert [Path(answer["file"]).name for answer in answers(done)] == ["a.round", "b.round"]


def test_without_a_file_the_command_explains_itself() -> None:
    done = console("replay")

    assert done.returncode == 2
    assert "Usage" in done.stderr


# --- for people ----------------------------------------------------------------------------------------------------


def told(folder: Path, text: str) -> tuple[int, list[str]]:
    done = console("replay", round_file(folder, text))
    return done.returncode, done.stdout.splitlines()


def test_the_round_is_told_move_by_move(tmp_path: Path) -> None:
    status, lines = told(tmp_path, PLAIN)
    text = "\n".join(lines)

    assert status == 0
    assert '"15 or switch?"' not in text
    assert '"16 or switch?"' in text
    assert "   3  1 switch" in text
    assert '"20 and 11"' in text
    assert "1b double 25.00: push, pat the layout  MA 5(c)" in text
    assert "net: 1/1 -5.00, 3/1 0.00;  house 5.00" in text
    for name, cards in (("dealer", "6h Th 6c"), ("1a", "Th Ks"), ("3a2", "9c Td")):
        assert any(line.split()[:1] == [name] and cards in line for line in lines), name


def test_an_incomplete_round_says_what_it_waits_for(tmp_path: Path) -> None:
    _, lines = told(tmp_path, PLAIN.replace('    "6c",\n', ""))

    assert any("not complete: waiting for the dealer's next card" in line for line in lines)


@pytest.mark.parametrize(
    ("old", "new", "words", "marked"),
    [
        ('"1a stand"', '"1a stnd"', "did you mean 'stand'", "stnd"),
        ('"1 switch"', '"1 swich"', "did you mean 'switch'", "swich"),
        ("Ks  9c", "Kx  9c", "'Kx' is no card", "Kx"),
        ('"1b double"', '"1b double 1.234"', "at most two decimals", "1.234"),
        ("match=5", "mtch=5", "did you mean 'match'", "mtch=5"),
        ('"3 100"', '"3 1e2"', "at most two decimals", "1e2"),
        ('"reveal Th"', '"reveal  Tx"', "'Tx' is no card", "Tx"),
    ],
)
def test_a_fault_points_to_its_character(tmp_path: Path, old: str, new: str, words: str, marked: str) -> None:
    text = PLAIN.replace(old, new)
    status, lines = told(tmp_path, text)
    at = next(number for number, line in enumerate(lines) if line.strip() == "^")
    place, content, mark = lines[at - 2 : at + 1]

    assert status == 2
    assert any(words in line for line in lines)
    assert content[mark.index("^") :].startswith(marked)
    row = next(number for number, line in enumerate(text.splitlines(), start=1) if marked in line)
    column = text.splitlines()[row - 1].index(marked) + 1
    assert place.strip() == f"{tmp_path / 'x.round'}:{row}:{column}"


def test_bad_toml_points_to_its_character(tmp_path: Path) -> None:
    status, lines = told(tmp_path, PLAIN.replace("decks = 6,", "decks = 6;"))
    at = next(number for number, line in enumerate(lines) if line.strip() == "^")

    assert status == 2
    assert lines[at - 1][lines[at].index("^")] == ";"
    assert ":2:" in lines[at - 2]


def test_a_refused_move_is_shown_in_its_line(tmp_path: Path) -> None:
    status, lines = told(tmp_path, PLAIN.replace('"1a stand"', '"3a stand"'))
    at = next(number for number, line in enumerate(lines) if line.strip() == "^")

    assert status == 2
    assert any("refused at move 4: 1a is in turn [MA 7(k)]" in line for line in lines)
    assert lines[at - 1][lines[at].index("^") :].startswith("3a stand")


def test_the_second_of_two_equal_texts_is_pointed_to(tmp_path: Path) -> None:
    text = PLAIN.replace('"1a stand",', '"1a stand",\n    "1a stand",')
    status, lines = told(tmp_path, text)

    assert status == 2
    assert any("refused at move 5" in line for line in lines)
    assert f"{tmp_path / 'x.round'}:9:6" in "\n".join(lines)


def test_an_expected_refusal_and_a_difference_are_told(tmp_path: Path) -> None:
    status, lines = told(tmp_path, PLAIN.replace('"1a stand"', '"3a stand"') + 'expect = ["refused 4", "house 1"]\n')

    assert status == 1
    assert any("refused, as expected at move 4" in line for line in lines)
    assert any("differs: 'house 1': it is" in line for line in lines)


def test_a_fault_outside_play_is_told_with_its_line(tmp_path: Path) -> None:
    _, lines = told(tmp_path, PLAIN + "frob = 1\n")

    assert any("refused at outside play: unknown key 'frob'" in line for line in lines)
    assert any(line.strip().endswith("x.round:15:1") for line in lines)


def test_a_name_in_brackets_is_no_markup(tmp_path: Path) -> None:
    done = console("replay", round_file(tmp_path, PLAIN.replace('"1 switch"', '"void by [bold]Ann[/bold]"')))

    assert done.returncode == 2, "cards after the void are refused"
    assert "void by [bold]Ann[/bold]" in done.stdout


def test_a_person_reads_it_in_spanish_and_a_program_the_same_as_ever(tmp_path: Path) -> None:
    file = round_file(tmp_path, PLAIN.replace('"3b stand"', '"3a1 stand"'))
    said = console("--language", "es", "replay", file).stdout
    assert "apuestas: 1 25 match=5, 3 100" in said
    assert "rechazado en la jugada 12: " in said
    whole = console("--language", "es", "replay", round_file(tmp_path, PLAIN)).stdout
    assert "3b principal 100.00: empate" in whole
    assert "neto: 1/1 -5.00, 3/1 0.00;  casa 5.00" in whole
    assert answers(console("--language", "es", "replay", "--json", file)) == answers(console("replay", "--json", file))
