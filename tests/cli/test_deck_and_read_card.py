"""`dealer-console deck` and `read-card`, as people start them."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from drivers.optical.cards import ALL_CARDS
from tests.cli.console import answers, console
from tests.drivers.optical.scenes import felt, house, photo

FIELDS = [
    "file",
    "verdict",
    "card",
    "confidence",
    "rank_confidence",
    "suit_confidence",
    "corner",
    "design",
    "reason",
    "image_sha256",
    "ms",
]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's data folder with a deck enrolled from pictures, and the report of that."""
    home = tmp_path_factory.mktemp("home")
    folder = home / "pictures"
    folder.mkdir()
    for card in ALL_CARDS:
        cv2.imwrite(str(folder / f"{card}.png"), house().faces[card])
    done = console("deck", "enrol", folder, "--name", "mine", "--json", XDG_DATA_HOME=str(home))
    assert done.returncode == 0, done.stderr
    (home / "report.json").write_text(done.stdout)
    return home


def test_enrolment_tells_the_pairs_that_are_hard_to_tell_apart(home: Path) -> None:
    report = json.loads((home / "report.json").read_text())
    assert report["enrolled"] is True
    assert Path(report["file"]) == home / "dealer-console" / "decks" / "mine.deck"
    assert Path(report["file"]).is_file()
    assert report["failed"] == []
    assert ["4c", "4s"] in [pair["cards"] for pair in report["close_pairs"]]


def test_enrolment_tries_the_sibling_in_other_colours(home: Path) -> None:
    """Blue ink contradicts a diamond, green ink a black club, so none of them is read, and none as another card."""
    report = json.loads((home / "report.json").read_text())
    assert (report["in_other_colours"], report["failed"]) == ([], [])


def test_the_list_has_the_built_in_design_and_the_enrolled_one(home: Path) -> None:
    rows = answers(console("deck", "list", "--json", XDG_DATA_HOME=str(home)))
    assert [(row["name"], row["built_in"]) for row in rows] == [("house", True), ("mine", False)]
    text = console("deck", "list", XDG_DATA_HOME=str(home)).stdout
    assert "mine: enrolled, 63 × 88 mm, without back" in text


def test_pictures_are_read_one_line_each(home: Path, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), photo("As"))
    cv2.imwrite(str(tmp_path / "2.jpg"), photo("Td", level="moderate", take=2))
    cv2.imwrite(str(tmp_path / "3.png"), felt())
    cv2.imwrite(str(tmp_path / "4.png"), photo("Kc", "2h"))
    done = console("read-card", "--deck", "mine", "--json", tmp_path, XDG_DATA_HOME=str(home))
    assert done.returncode == 0, done.stderr
    rows = answers(done)
    assert all(list(row) == FIELDS for row in rows)
    assert [(row["verdict"], row["card"], row["reason"]) for row in rows] == [
        ("CARD", "As", None),
        ("CARD", "Td", None),
        ("NO_CARD", None, None),
        ("UNREADABLE", None, "several-cards"),
    ]
    assert rows[0]["design"] == "mine"
    assert rows[0]["confidence"] >= 0.9


def test_the_built_in_design_needs_no_enrolment(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "x.png"), photo("9c", take=1))
    done = console("read-card", tmp_path / "x.png", XDG_DATA_HOME=str(tmp_path))
    assert done.returncode == 0
    assert "x.png: 9c  " in done.stdout


def test_files_that_cannot_be_opened_give_2_and_the_others_are_read(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "x.png"), photo("9c", take=1))
    (tmp_path / "text.png").write_text("no picture")
    (tmp_path / "empty.png").touch()
    wrong = [tmp_path / "text.png", tmp_path / "empty.png", tmp_path / "none.png"]
    done = console("read-card", *wrong, tmp_path / "x.png", "--json", XDG_DATA_HOME=str(tmp_path))
    assert done.returncode == 2
    assert [row["card"] for row in answers(done)] == ["9c"]
    assert all(file.name in done.stderr for file in wrong)


def test_an_unknown_deck_and_a_bad_name_are_refused(tmp_path: Path) -> None:
    done = console("read-card", "--deck", "hous", tmp_path / "x.png", XDG_DATA_HOME=str(tmp_path))
    assert done.returncode == 2
    assert "did you mean house?" in done.stderr
    assert console("deck", "enrol", tmp_path, "--name", "../x", XDG_DATA_HOME=str(tmp_path)).returncode == 2
    assert console("deck", "enrol", tmp_path, "--name", "house", XDG_DATA_HOME=str(tmp_path)).returncode == 2


def test_a_folder_without_cards_is_refused_with_every_fault(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "Zz.png"), np.zeros((200, 140, 3), np.uint8))
    done = console("deck", "enrol", tmp_path, "--name", "x", XDG_DATA_HOME=str(tmp_path))
    assert done.returncode == 2
    assert "Zz.png: no name of a card" in done.stderr
    assert "missing: Ac, 2c" in done.stderr


def test_a_deck_with_two_cards_alike_is_refused_and_they_are_named(tmp_path: Path) -> None:
    for card in ALL_CARDS:
        shown = "7s" if card == "7c" else card
        cv2.imwrite(str(tmp_path / f"{card}.png"), house().faces[shown])
    done = console("deck", "enrol", tmp_path, "--name", "x", "--json", XDG_DATA_HOME=str(tmp_path))
    assert done.returncode == 1
    report = json.loads(done.stdout)
    assert report["enrolled"] is False
    assert {failed["card"] for failed in report["failed"]} == {"7c", "7s"}
    assert [cause["reason"] for cause in report["causes"]] == ["same picture"]
    assert report["close_pairs"][0]["cards"] == ["7c", "7s"]
    assert not (tmp_path / "dealer-console").exists()
