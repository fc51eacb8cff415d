"""A `.round` file as a value: its keys, its bets, reading and writing."""

from __future__ import annotations

import tomllib
from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_console.game.hand import Bettor, Spot
from dealer_console.game.message import Message
from dealer_console.game.money import Cents
from dealer_console.game.round_files.notation import parse_moves
from dealer_console.game.round_files.replay import refused_before_start, replay
from dealer_console.game.round_files.round_file import (
    BadRoundFile,
    RoundFile,
    parse_bet,
    read_round,
    write_bet,
    write_play,
    write_round,
)
from dealer_console.game.wagers.bets import Bet
from dealer_console.messages import recorded
from dealer_console.rulebook import load_rules

from .felt import MA

PLAIN: dict[str, Any] = {"rules": MA, "bets": ["1 25"], "play": ["??"]}


def test_the_keys_of_a_file() -> None:
    data = {**PLAIN, "table": {"decks": 8}, "expect": ["house 0"], "date": date(2026, 11, 16), "version": 1}

    assert read_round(data) == RoundFile(
        rules=MA, bets=("1 25",), play=("??",), table={"decks": 8}, expect=("house 0",), date=date(2026, 11, 16)
    )
    assert read_round({"rules": MA, "bets": ["1 25"]}) == RoundFile(rules=MA, bets=("1 25",))


@pytest.mark.parametrize(
    ("change", "key", "words"),
    [
        ({"rule": MA}, "rule", "did you mean 'rules'"),
        ({"rules": 7}, "rules", "names the rule set"),
        ({"table": "six decks"}, "table", "holds the table's choices"),
        ({"bets": []}, "bets", "at least one wager"),
        ({"bets": "1 25"}, "bets", "a list of texts"),
        ({"bets": [1]}, "bets", "a list of texts"),
        ({"play": [["??"]]}, "play", "a list of texts"),
        ({"expect": 5}, "expect", "a list of texts"),
        ({"version": 2}, "version", "reads version 1"),
        ({"version": True}, "version", "reads version 1"),
        ({"date": "yesterday"}, "date", "write 2026-11-16"),
        ({"date": 2026}, "date", "write 2026-11-16"),
        ({"face_up_before": -1}, "face_up_before", "a number, 0 or more"),
        ({"face_up_before": True}, "face_up_before", "a number, 0 or more"),
        ({"face_up_before": "1"}, "face_up_before", "a number, 0 or more"),
    ],
)
def test_what_cannot_be_a_round(change: dict[str, object], key: str, words: str) -> None:
    with pytest.raises(BadRoundFile) as caught:
        read_round({**PLAIN, **change})
    assert caught.value.text == key
    assert words in recorded(caught.value.message)


def test_a_file_without_rules_or_bets() -> None:
    with pytest.raises(BadRoundFile, match="rules-names-rule-set"):
        read_round({"bets": ["1 25"]})
    with pytest.raises(BadRoundFile, match="bets-need-wager"):
        read_round({"rules": MA})


@pytest.mark.parametrize("written", [date(2026, 11, 16), datetime(2026, 11, 16, 8, tzinfo=UTC), "2026-11-16"])
def test_the_date_in_three_spellings(written: object) -> None:
    assert read_round({**PLAIN, "date": written}).date == date(2026, 11, 16)


def test_a_bet_with_everything() -> None:
    bet = parse_bet("3/2 25 match=5 bounty=2.50 toke.a=1 toke.match=0.50")

    assert bet == Bet(
        spot=Spot(3),
        bettor=Bettor(2),
        amount=Cents(2500),
        side_bets={"match": Cents(500), "bounty": Cents(250)},
        tokes={"a": Cents(100), "match": Cents(50)},
    )
    assert write_bet(bet) == "3/2 25.00 match=5.00 bounty=2.50 toke.a=1.00 toke.match=0.50"
    assert write_bet(parse_bet("1 25")) == "1 25.00"


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("", 0, "a bet is 'SPOT"),
        ("1", 0, "a bet is 'SPOT"),
        ("a 25", 0, "'a' is no spot"),
        ("1/ 25", 0, "'1/' is no spot"),
        ("1/x 25", 0, "'1/x' is no spot"),
        ("1a 25", 0, "'1a' is no spot"),
        ("1 25.005", 2, "at most two decimals"),
        ("1 -25", 2, "at most two decimals"),
        ("1 25 mach=5", 5, "did you mean 'match'"),
        ("1 25 match", 5, "unknown wager 'match'"),
        ("1 25 match=x", 11, "at most two decimals"),
        ("1 25 match=5 match=6", 13, "stands twice"),
        ("1 25 toke.main=5", 5, "unknown wager 'toke.main'"),
        ("1 25 toke.a=5 toke.a=5", 14, "stands twice"),
    ],
)
def test_a_bet_that_cannot_be_read(text: str, column: int, words: str) -> None:
    with pytest.raises(BadRoundFile) as caught:
        parse_bet(text)
    assert caught.value.text == text
    assert words in recorded(caught.value.message)
    assert caught.value.column == column


def test_cards_that_follow_one_another_make_one_run() -> None:
    texts = ["??", "Th 5c", "1 switch", "1a hit", "9h", "1a stand", "reveal Kh", "6c"]
    found = [move for text in texts for move in parse_moves(text)]

    assert write_play(found) == ["?? Th 5c", "1 switch", "1a hit", "9h", "1a stand", "reveal Kh", "6c"]
    assert write_play([]) == []


def test_written_as_toml() -> None:
    file = RoundFile(
        rules=MA,
        bets=("1 25", "3 100"),
        play=("??", "Th 5c"),
        table={"decks": 8, "surrender": True, "hole_card": "reader", "match_pays": {"pair": 2}, "minimum": "12.50"},
        expect=("house 0",),
        date=date(2026, 11, 16),
    )
    text = write_round(file)

    assert read_round(tomllib.loads(text)) == file
    assert text.splitlines()[1] == (
        'table = { decks = 8, surrender = true, hole_card = "reader", match_pays = { "pair" = 2 }, minimum = "12.50" }'
    )
    assert write_round(RoundFile(rules=MA, bets=("1 25",))) == (f'rules = "{MA}"\nbets = ["1 25"]\nplay = [\n]\n')


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.booleans() | st.integers(-(2**63), 2**63 - 1) | TEXT


@settings(max_examples=60)
@given(
    st.builds(
        RoundFile,
        rules=TEXT,
        bets=st.lists(TEXT, min_size=1, max_size=3).map(tuple),
        play=st.lists(TEXT, max_size=3).map(tuple),
        table=st.dictionaries(
            st.sampled_from(["decks", "minimum", "hole_card", "side_bets"]),
            VALUES | st.dictionaries(TEXT, VALUES) | st.lists(TEXT, max_size=2),
        ),
        expect=st.lists(TEXT, max_size=3).map(tuple),
        date=st.none() | st.dates(),
        face_up_before=st.integers(0, 9),
    )
)
def test_any_file_is_read_back_as_it_was_written(file: RoundFile) -> None:
    assert read_round(tomllib.loads(write_round(file))) == file


# --- replaying -----------------------------------------------------------------------------------------------------


def replayed(change: dict[str, Any]) -> Any:
    return replay(read_round({**PLAIN, **change}), load_rules(MA))


@pytest.mark.parametrize(
    ("change", "move", "text", "rule"),
    [
        ({"play": ["??", "Th 5c 9d ?? 3c"]}, 2, "Th 5c 9d ?? 3c", "MA 7(b)"),
        ({"play": ["??", "1a frob"]}, 2, "1a frob", None),
        ({"bets": ["1 x"]}, 0, "1 x", None),
        ({"bets": ["1 25", "1 25"]}, 0, "1 25", "MA 5(a)"),
        ({"bets": ["1 25", "8 25"]}, 0, "8 25", "house"),
        ({"table": {"decks": 7, "frob": 1}}, 0, "frob", None),
        ({"table": {"decks": 7}}, 0, "decks", "MA 2(a)"),
        ({"expect": ["frob"]}, 0, "frob", None),
    ],
)
def test_the_first_fault_is_told_exactly(change: dict[str, Any], move: int, text: str, rule: str | None) -> None:
    result = replayed(change)

    assert result.status == 2
    assert (result.fault.move, result.fault.text, result.fault.rule) == (move, text, rule)


def test_all_wrong_choices_are_told_at_once() -> None:
    reason = recorded(replayed({"table": {"decks": 7, "frob": 1, "surrender": "yes"}}).fault.reason)

    assert "decks" in reason
    assert "frob" in reason
    assert "surrender" in reason


def test_a_bad_expectation_does_not_hide_a_refused_move() -> None:
    result = replayed({"play": ["1a frob"], "expect": ["house 0", "frob"]})

    assert (result.fault.move, result.fault.text) == (1, "1a frob")


def test_an_expected_refusal_counts_as_replayed() -> None:
    result = replayed({"play": ["??", "1a stand"], "expect": ["refused 2"]})

    assert result.status == 0
    assert result.fault_was_expected
    assert result.round is not None


def test_a_refusal_that_does_not_come_differs() -> None:
    assert replayed({"expect": ["refused 1"]}).status == 1


def test_a_fault_before_there_is_a_round_may_be_expected() -> None:
    file = read_round({**PLAIN, "rules": "no-such", "expect": ["refused 0"]})

    assert refused_before_start(file, "no-such", Message("plain-text", text="unknown rule set")).status == 0
    assert refused_before_start(None, "", Message("toml-too-deep")).status == 2


def test_a_watcher_is_told_of_every_text() -> None:
    told: list[tuple[int, str]] = []
    replay(
        read_round({**PLAIN, "play": ["??", "Th 5c"]}),
        load_rules(MA),
        lambda _round, number, text: told.append((number, text)),
    )

    assert told == [(1, "??"), (2, "Th 5c")]


def test_every_file_gets_its_own_table_however_many_there_are() -> None:
    """A table is made once for the files that share it; beyond what is kept, each is still the right one."""
    for number in range(1, 1100):
        result = replayed({"table": {"maximum": number}, "bets": [f"1 {number}"], "play": []})
        assert result.status == 0
        assert result.round.table.maximum == number * 100
