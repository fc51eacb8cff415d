"""`dealer-console setup`: answers become tables that open, and at which a round can be dealt."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from dealer_console.app.paths import Places
from dealer_console.app.running_table import RunningTable
from dealer_console.app.table_installation import PersonAnswer, SetupRefused, checked_tables, enter_people, read_answers
from dealer_console.cli.table.run import RunOptions, parts_of
from dealer_console.demo.opening import open_table, sample_wagers
from dealer_console.demo.people import CHEAP, EVERYBODY
from dealer_console.game.errors import Refusal
from dealer_console.journal.verification.verify import verify
from dealer_console.rulebook import BadFile, load_rules
from dealer_console.rulebook.load import config_folder
from dealer_console.rulebook.tables import table_from_file
from dealer_console.table import commands as c
from dealer_console.table.people import PeopleBook, load_pepper
from tests.cli.console import answers, console

PRACTICE = config_folder() / "setup" / "practice.toml"
LONGEST_WAIT = 120.0


SHOE = "tcp://127.0.0.1:7101"  # where the practice file has it


def with_pins(folder: Path, shoe: str = SHOE) -> Path:
    """The practice file with the PINs of the training people, for a test that signs in."""
    text = PRACTICE.read_text("utf-8").replace(SHOE.removeprefix("tcp://"), shoe.removeprefix("tcp://"))
    for trainee in EVERYBODY:
        text = text.replace(f'badge = "{trainee.badge}"', f'badge = "{trainee.badge}"\npin = "{trainee.pin}"')
    file = folder / "answers.toml"
    file.write_text(text, "utf-8")
    file.chmod(0o600)
    return file


def answers_file(folder: Path, text: str) -> Path:
    file = folder / "answers.toml"
    file.write_text(text, "utf-8")
    return file


# --- from the README to a dealt round ------------------------------------------------------------------------------


@dataclass(frozen=True)
class RunningShoe:
    address: str
    operate: Callable[[str], str]


@pytest.fixture
def shoe() -> Iterator[RunningShoe]:
    """`hardware-sims run shoe` as in the README, on a free port, with a person who types at it."""
    program = "from hardware_sims.cli import main; main()"
    words = [sys.executable, "-c", program, "run", "shoe", "--listen", "tcp://127.0.0.1:0"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        _name, address = running.stdout.readline().split()
        stdin, stdout = running.stdin, running.stdout

        def operate(line: str) -> str:
            stdin.write(line + "\n")
            stdin.flush()
            return stdout.readline()

        yield RunningShoe(address, operate)
        running.terminate()


def test_four_commands_lead_from_the_readme_to_a_dealt_round(tmp_path: Path, shoe: RunningShoe) -> None:
    """make setup; setup; hardware-sims run; run. The last one without its window."""
    folder = tmp_path / "practice"
    assert console("setup", with_pins(tmp_path, shoe.address), "--folder", folder).returncode == 0
    parts = parts_of(RunOptions(table=folder / "practice-1.toml", data=folder, simulators=True))
    running = RunningTable(parts, lambda _snapshot: None)
    running.start()
    try:
        _deal_a_round(running, shoe.operate)
    finally:
        running.stop()
    assert verify(folder / "journals" / "practice-1.journal").problem is None


def _deal_a_round(running: RunningTable, operate: Callable[[str], str]) -> None:
    session = running.session
    until(lambda: session.snapshot.links.get("shoe") == "ready")

    def do(command: c.Command) -> Refusal | None:
        return session.submit(command).result(LONGEST_WAIT).refusal

    def draw() -> None:
        """One card, as soon as the table lets the shoe give one."""
        until(lambda: "enabled=yes" in operate("state"))
        assert operate("draw 1").startswith("ok")

    assert operate("load").startswith("ok")
    open_table(running.parts.table, lambda: session.snapshot, do)
    dealer = session.snapshot.shift.dealer
    assert dealer is not None
    draw()  # the burn card
    until(lambda: session.snapshot.guide is None)
    assert do(c.WagersDown(who=dealer, bets=sample_wagers(running.parts.table)[:1])) is None
    for cards in range(1, 4):
        draw()
        until(lambda cards=cards: len(session.state.standing) >= cards)  # type: ignore[misc]
    assert session.state.in_round


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + LONGEST_WAIT
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


# --- answers -------------------------------------------------------------------------------------------------------


def test_thirty_tables_from_one_file(tmp_path: Path) -> None:
    rows = "\n".join(f'[[tables]]\nname = "bj-{n}"\ntitle = "Blackjack {n}"' for n in range(1, 31))
    file = answers_file(
        tmp_path,
        '[house]\nrules = "massachusetts-switch"\ncurrency = "EUR"\n[house.choices]\nminimum = "15"\n'
        f'[[people]]\nname = "Pat"\nbadge = "1"\nroles = ["pit-manager"]\n{rows}\n',
    )
    (made,) = answers(console("setup", file, "--folder", tmp_path / "house", "--json"))
    assert len(made["tables"]) == 30
    assert len({table["public_key"] for table in made["tables"]}) == 30
    seventh = table_from_file(tmp_path / "house" / "bj-7.toml")
    assert (seventh.title, seventh.currency, seventh.choices["minimum"]) == ("Blackjack 7", "EUR", "15")
    assert re.fullmatch(r"\d{6}", made["pins"]["Pat"])


def test_only_one_table_of_the_file(tmp_path: Path) -> None:
    file = answers_file(
        tmp_path, '[house]\nrules = "catfish-bend-blackjack"\n[[tables]]\nname = "a-1"\n[[tables]]\nname = "a-2"\n'
    )
    (made,) = answers(console("setup", file, "--folder", tmp_path / "h", "--only", "a-2", "--json"))
    assert [table["table"] for table in made["tables"]] == ["a-2"]
    assert "it names: a-1, a-2" in console("setup", file, "--folder", tmp_path / "h", "--only", "a-3").stderr


def test_the_problems_of_all_tables_are_told_at_once_and_nothing_is_written(tmp_path: Path) -> None:
    file = answers_file(
        tmp_path,
        '[house]\nrules = "catfish-bend-blackjack"\ntime_zone = "Mars/Olympus"\n'
        '[[tables]]\nname = "a-1"\n[tables.choices]\nhole_card = "reader"\n'
        '[[tables]]\nname = "a-2"\nrules = "catfish-bend"\n',
    )
    with pytest.raises(BadFile) as told:
        checked_tables(read_answers(file), file)
    text = str(told.value)
    assert "tables.0.time_zone" in text
    assert "tables.0.choices.hole_card" in text
    assert "[CB" in text
    assert "did you mean 'catfish-bend-blackjack'" in text
    assert console("setup", file, "--folder", tmp_path / "h").returncode == 2
    assert not (tmp_path / "h").exists()


def test_a_second_run_changes_nothing_and_another_text_is_refused(tmp_path: Path) -> None:
    file = answers_file(tmp_path, '[[tables]]\nname = "a-1"\nrules = "catfish-bend-blackjack"\n')
    (first,) = answers(console("setup", file, "--folder", tmp_path / "h", "--json"))
    (second,) = answers(console("setup", file, "--folder", tmp_path / "h", "--json"))
    assert first["tables"] == second["tables"]
    answers_file(tmp_path, '[[tables]]\nname = "a-1"\nrules = "massachusetts-switch"\n')
    refused = console("setup", file, "--folder", tmp_path / "h")
    assert refused.returncode == 2
    assert "says something else" in refused.stderr


def test_a_file_with_pins_that_others_can_read_is_refused(tmp_path: Path) -> None:
    file = with_pins(tmp_path)
    file.chmod(0o644)
    refused = console("setup", file, "--folder", tmp_path / "h")
    assert refused.returncode == 2
    assert "chmod 600" in refused.stderr


def test_without_a_pit_manager_there_is_no_book(tmp_path: Path) -> None:
    dealer = PersonAnswer(name="Dana", badge="1", roles=("dealer",), pin="259137")
    with pytest.raises(SetupRefused, match="pit manager"):
        enter_people([dealer], Places.of(tmp_path), lambda: 0, CHEAP)


def test_a_refused_person_leaves_no_half_book(tmp_path: Path) -> None:
    manager = PersonAnswer(name="Pat", badge="1", roles=("pit-manager",), pin="852014")
    with pytest.raises(Exception, match="1"):
        enter_people([manager, manager], Places.of(tmp_path), lambda: 0, CHEAP)
    assert not (tmp_path / "people.db").exists()
    assert set(enter_people([manager], Places.of(tmp_path), lambda: 0, CHEAP)) == set()
    with PeopleBook.open(tmp_path / "people.db", pepper=load_pepper(tmp_path / "keys/people.pepper")) as book:
        assert [listed.person.name for listed in book.people()] == ["Pat"]


def asked(folder: Path, *lines: str, language: str = "en") -> subprocess.CompletedProcess[str]:
    """The questions of `setup`, answered line by line."""
    return console("--language", language, "setup", "--folder", folder, typed="\n".join(lines) + "\n")


def choices_asked(rules: str, **said: str) -> list[str]:
    """An answer to each choice that is one, the usual one without a word."""
    offered = load_rules(rules).choices
    keys = sorted(key for key in offered if key != "match_pays" and len(offered[key].of or (1, 2)) > 1)
    return [said.get(key, "") for key in keys]


NO_DEVICES = [""] * 4


def test_questions_lead_to_a_table_too(tmp_path: Path) -> None:
    said = ["catfish-bend-blackjack", "bj-1", "Blackjack 1", *NO_DEVICES, *choices_asked("catfish-bend-blackjack")]
    done = asked(tmp_path / "h", *said, "EUR", "Europe/Madrid", "", "Pat", "300", "pit-manager", "")
    assert done.returncode == 0, done.stderr + done.stdout
    assert "[CB" in done.stdout  # every choice is shown with its clause
    assert "chip_unit [house] [1.00]" in done.stdout  # and money in dollars
    table = table_from_file(tmp_path / "h" / "bj-1.toml")
    assert (table.title, table.currency, table.time_zone) == ("Blackjack 1", "EUR", "Europe/Madrid")
    assert "PIN of Pat: " in done.stdout


def test_an_answer_that_cannot_be_is_asked_for_again_with_the_reason(tmp_path: Path) -> None:
    choices = choices_asked("massachusetts-switch", decks="7", minimum="35", side_bets="match", surrender="sí")
    choices[1:2] = ["7", "8"]
    done = asked(
        tmp_path / "h", "99", "massachusetts-switch", "BJ 1", "bj-1", "Mesa 1", *NO_DEVICES, *choices,
        "euros", "EUR", "Mars", "America/Bogota", "http://x", "",
        "", "Pat", "3", "boss", "pit-manager", "pat", "4", "dealer", "",
        language="es",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr + done.stdout
    for reason in (
        "reglamento desconocido “99”",
        "escriba letras minúsculas",
        "ofrece decks = 6 o 8",
        "las tres letras de una moneda",
        "no es una zona horaria",
        "se espera postgresql://",
        "alguien debe ser",
        "función desconocida “boss”",
        "otra persona ya tiene “pat”",
    ):
        assert reason in done.stdout, reason
    table = table_from_file(tmp_path / "h" / "bj-1.toml")
    assert (table.currency, table.time_zone, table.floor) == ("EUR", "America/Bogota", None)
    assert table.choices.items() >= {"decks": 8, "minimum": "35", "side_bets": ["match"], "surrender": True}.items()


def test_a_reader_that_is_named_is_the_choice_and_a_choice_without_its_reader_is_asked_again(tmp_path: Path) -> None:
    begun = ["massachusetts-switch", "bj-1", ""]
    reader = [*begun, "", "", "", "/dev/ttyS9", "R-1", *choices_asked("massachusetts-switch"), "", "", ""]
    done = asked(tmp_path / "a", *reader, "Pat", "3", "pit-manager", "", "no")
    assert done.returncode == 0, done.stderr + done.stdout
    assert table_from_file(tmp_path / "a" / "bj-1.toml").choices["hole_card"] == "reader"
    assert done.stdout.index("PIN of Pat") < done.stdout.index("Pair the reader")  # a break while pairing loses no PIN
    without = choices_asked("massachusetts-switch", hole_card="reader")
    place = without.index("reader")
    done = asked(
        tmp_path / "b", *begun, *NO_DEVICES, *without[: place + 1], "last", *without[place + 1 :], "", "", "",
        "Pat", "3", "pit-manager", "",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr + done.stdout
    assert "needs a reader" in done.stdout
    assert table_from_file(tmp_path / "b" / "bj-1.toml").choices["hole_card"] == "last"


def test_broken_off_questions_write_nothing(tmp_path: Path) -> None:
    done = asked(tmp_path / "h", "massachusetts-switch", "bj-1", language="es")
    assert done.returncode == 2
    assert "se interrumpió; no se hizo nada más" in done.stderr
    assert not (tmp_path / "h").exists()


def test_a_damaged_list_of_devices_is_said_before_anything_is_written(tmp_path: Path) -> None:
    file = answers_file(tmp_path, '[[tables]]\nname = "a-1"\nrules = "catfish-bend-blackjack"\n')
    (tmp_path / "h").mkdir()
    (tmp_path / "h/devices.json").write_text("{")
    (tmp_path / "h/devices.json").chmod(0o600)
    done = console("setup", file, "--folder", tmp_path / "h")
    assert done.returncode == 2
    assert "is no list of paired devices" in done.stderr
    assert not (tmp_path / "h/a-1.toml").exists()


def test_people_and_tables_that_stand_twice_are_told_before_anything_is_written(tmp_path: Path) -> None:
    """With everything else that is wrong, each under its key."""
    people = [("Pat", "1", "482913"), ("pat", "2", "1111"), ("Sam", "1", "739154")]
    rows = "\n".join(
        f'[[people]]\nname = "{name}"\nbadge = "{badge}"\npin = "{pin}"\nroles = ["pit-manager"]'
        for name, badge, pin in people
    )
    tables = '[[tables]]\nname = "bj-1"\nrules = "massachusetts-switch"\n' * 2
    file = answers_file(tmp_path, f"{rows}\n{tables}")
    file.chmod(0o600)
    done = console("setup", file, "--folder", tmp_path / "house")
    assert done.returncode == 2
    for key in ("people.1.name", "people.1.pin", "people.2.badge", "tables.1.name"):
        assert key in done.stderr
    assert "1111" not in done.stderr
    assert not (tmp_path / "house").exists()


def test_the_command_that_pairs_a_device_finds_the_people_of_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    made = console("setup", with_pins(tmp_path), "--folder", folder)
    (pair,) = [line for line in made.stdout.splitlines() if "device pair" in line]
    words = pair.split("dealer-console ")[1].replace("NAME", "Pat", 1).replace("NAME", "Sam").split()
    assert "wrong name, badge or PIN" in console(*words).stderr  # nobody types one: the book was found and asked
