"""Deck designs: pictures in a folder, everything wrong with them at once, one file that is the same every time."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from drivers.optical.cards import ALL_CARDS
from drivers.optical.decks.deck_pictures import BadDeckPicturesError, read_deck_pictures, read_sheet
from drivers.optical.decks.deck_store import DeckStore, UnknownDeckError
from drivers.optical.decks.design_file import BadDesignFileError, read_design, write_design
from drivers.optical.decks.enrolment import design_from
from drivers.optical.decks.resemblance import close_pairs
from hardware_sims.camera.designs.design import design_at
from tests.drivers.optical.scenes import HOUSE_FILE, house


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("house")
    for card in ALL_CARDS:
        cv2.imwrite(str(folder / f"{card}.png"), house().faces[card])
    return folder


def test_a_design_of_the_house_is_found_where_it_was_drawn(pictures: Path) -> None:
    design = design_from(read_deck_pictures(pictures), "again")
    assert (design.width_mm, design.height_mm) == (63.0, 88.0)
    left, top, right, bottom = design.index
    assert 1 < left < 3
    assert 3 < top < 5
    assert 9 < right < 12
    assert 21 < bottom < 24
    assert len(design.sources) == 52


def test_every_fault_of_a_folder_is_told_at_once(pictures: Path, tmp_path: Path) -> None:
    folder = tmp_path / "bad"
    shutil.copytree(pictures, folder)
    (folder / "As.png").unlink()
    (folder / "Kd.png").rename(folder / "kd.png")
    shutil.copy(folder / "Td.png", folder / "10d.png")
    cv2.imwrite(str(folder / "2c.jpg"), house().faces["2c"])
    (folder / "3c.png").write_text("no picture")
    cv2.imwrite(str(folder / "4c.png"), np.full((60, 40, 3), 255, np.uint8))
    cv2.imwrite(str(folder / "5c.png"), np.full((264, 264, 3), 255, np.uint8))
    with pytest.raises(BadDeckPicturesError) as caught:
        read_deck_pictures(folder)
    told = "\n".join(caught.value.faults)
    for words in (
        "kd.png: no name of a card (did you mean Kd?)",
        "10d.png: no name of a card (did you mean Td?)",
        "2c is there 2 times",
        "missing: Kd, As",
        "3c.png: no picture",
        "4c.png: the card is 60 pixels high",
        "5c.png: another shape",
    ):
        assert words in told


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadDeckPicturesError, match="no such folder"):
        read_deck_pictures(tmp_path / "none")


def test_rims_around_a_card_are_cut_off(tmp_path: Path) -> None:
    face = house().faces["Qd"]
    height, width = face.shape[:2]
    clear = np.zeros((height + 40, width + 30, 4), np.uint8)
    clear[20:-20, 15:-15] = np.dstack([face, np.full((height, width), 255, np.uint8)])
    black = np.zeros((height + 40, width + 30, 3), np.uint8)
    black[20:-20, 15:-15] = face
    for name, picture in (("clear", clear), ("black", black), ("plain", face)):
        cv2.imwrite(str(tmp_path / f"{name}.png"), picture)
        assert read_sheet(tmp_path / f"{name}.png").picture.shape == face.shape


def test_the_file_is_the_same_every_time_and_reads_back(tmp_path: Path) -> None:
    write_design(house(), tmp_path / "one.deck")
    write_design(house(), tmp_path / "two.deck")
    assert (tmp_path / "one.deck").read_bytes() == (tmp_path / "two.deck").read_bytes()
    again = read_design(tmp_path / "one.deck")
    assert again.index == house().index
    assert all(np.array_equal(again.faces[card], house().faces[card]) for card in ALL_CARDS)


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    whole = HOUSE_FILE.read_bytes()
    for name, data in (("empty", b""), ("cut", whole[: len(whole) // 2]), ("text", b"no deck")):
        (tmp_path / f"{name}.deck").write_bytes(data)
        with pytest.raises(BadDesignFileError, match="no deck design"):
            read_design(tmp_path / f"{name}.deck")
    with zipfile.ZipFile(tmp_path / "other.deck", "w") as archive:
        archive.writestr("design.json", '{"format": "optical-deck 9"}')
    with pytest.raises(BadDesignFileError, match="optical-deck 9"):
        read_design(tmp_path / "other.deck")
    with pytest.raises(BadDesignFileError, match="cannot be read"):
        read_design(tmp_path / "none.deck")


def test_the_shelf_names_what_it_has(tmp_path: Path) -> None:
    shelf = DeckStore(folders=(HOUSE_FILE.parent, tmp_path / "none"))
    assert list(shelf.files()) == ["house"]
    assert shelf.design("house").name == "house"
    with pytest.raises(UnknownDeckError, match="did you mean house"):
        shelf.design("hous")


def test_the_same_rank_in_clubs_and_spades_is_hard_to_tell_apart() -> None:
    pairs = {(pair.first, pair.second) for pair in close_pairs(house())}
    assert ("6c", "6s") in pairs
    assert all(one[0] == other[0] for one, other in pairs)


def test_the_simulator_shows_an_enrolled_deck() -> None:
    assert np.array_equal(design_at(HOUSE_FILE).face("Td"), house().faces["Td"])
    assert design_at(HOUSE_FILE).back().shape == house().faces["Td"].shape
