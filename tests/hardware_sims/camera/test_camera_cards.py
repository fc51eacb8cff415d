"""The cards the camera looks at: 52 of our own, none like another, one back, other designs (D, E)."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware_sims.camera.designs import built_in
from hardware_sims.camera.designs.canvas import CARD_HEIGHT_MM, CARD_WIDTH_MM, MASTER_SCALE, Picture
from hardware_sims.camera.designs.design import BuiltInDesign, FolderDesign, Sheets
from hardware_sims.camera.pictures.scene import ALL_CARDS
from hardware_sims.errors import SetupError

_INDEX_MM = (12, 23)


def corner(card: str, *, opposite: bool = False) -> Picture:
    """The corner index of a card at five pixels per millimetre."""
    flat = BuiltInDesign().face(card)
    turned = flat[::-1, ::-1] if opposite else flat
    cut = turned[: _INDEX_MM[1] * MASTER_SCALE, : _INDEX_MM[0] * MASTER_SCALE]
    small = cv2.resize(cut, (_INDEX_MM[0] * 5, _INDEX_MM[1] * 5), interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8)


def test_there_are_52_cards_of_63_by_88_millimetres() -> None:
    assert len(set(ALL_CARDS)) == 52
    size = (CARD_HEIGHT_MM * MASTER_SCALE, CARD_WIDTH_MM * MASTER_SCALE, 3)
    assert {BuiltInDesign().face(card).shape for card in ALL_CARDS} == {size}
    assert BuiltInDesign().back().shape == size


def test_every_index_differs_clearly_from_every_other() -> None:
    corners = {card: corner(card).astype(np.int16) for card in ALL_CARDS}
    share = {
        (one, other): float((np.abs(corners[one] - corners[other]).max(axis=2) > 64).mean())
        for one, other in combinations(ALL_CARDS, 2)
    }
    closest = min(share, key=lambda pair: share[pair])
    # Two suits of one colour differ in the suit's sign only, a few square millimetres of the index.
    assert share[closest] > 0.025, (closest, share[closest])


@pytest.mark.parametrize("card", ["As", "6h", "9d", "Tc", "Kc"])
def test_the_index_stands_in_both_corners(card: str) -> None:
    assert np.array_equal(corner(card), corner(card, opposite=True))
    assert (corner(card).min(axis=2) < 100).mean() > 0.1


def test_the_back_is_the_same_upside_down_and_shows_no_face() -> None:
    back = built_in.back()
    assert np.array_equal(back, back[::-1, ::-1])
    assert all(not np.array_equal(back, BuiltInDesign().face(card)) for card in ALL_CARDS)


def test_edges_are_soft() -> None:
    greys = np.unique(cv2.cvtColor(BuiltInDesign().face("8s"), cv2.COLOR_BGR2GRAY))
    assert len(greys) > 20


def plain_pictures(folder: Path, *, ending: str = "png", leave_out: str = "") -> None:
    """A strange design: every card a shade of its own."""
    folder.mkdir()
    for number, card in enumerate(ALL_CARDS):
        if card != leave_out:
            cv2.imwrite(str(folder / f"{card}.{ending}"), np.full((176, 126, 3), 40 + 4 * number, dtype=np.uint8))


@pytest.mark.parametrize("ending", ["png", "jpg"])
def test_another_design_comes_from_a_folder(tmp_path: Path, ending: str) -> None:
    plain_pictures(tmp_path / "deck", ending=ending)
    design = FolderDesign(tmp_path / "deck")
    sheets = Sheets(design, 4.0)
    for number, card in enumerate(ALL_CARDS):
        middle = sheets.sheet(card)[176, 126]
        assert np.abs(middle.astype(int) - [*[40 + 4 * number] * 3, 255]).max() <= 1
    assert np.array_equal(design.back(), built_in.back())
    cv2.imwrite(str(tmp_path / "deck" / "back.png"), np.full((88, 63), 9, dtype=np.uint8))
    assert FolderDesign(tmp_path / "deck").back().shape == (88, 63, 3)


def test_a_design_that_is_not_whole_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="no such folder"):
        FolderDesign(tmp_path / "nowhere")
    plain_pictures(tmp_path / "deck", leave_out="Td")
    with pytest.raises(SetupError, match="no picture of Td"):
        FolderDesign(tmp_path / "deck")
    (tmp_path / "deck" / "Td.png").write_bytes(b"no picture")
    with pytest.raises(SetupError, match=r"Td\.png: no picture of 8 bits that can be read"):
        FolderDesign(tmp_path / "deck").face("Td")


def test_what_a_picture_leaves_transparent_is_felt(tmp_path: Path) -> None:
    plain_pictures(tmp_path / "deck")
    glass = np.zeros((88, 63, 4), dtype=np.uint8)
    glass[:44] = 255
    cv2.imwrite(str(tmp_path / "deck" / "As.png"), glass)
    sheet = Sheets(FolderDesign(tmp_path / "deck"), 2.0).sheet("As")
    assert sheet[40, 60].tolist() == [255, 255, 255, 255]
    assert sheet[150, 60].tolist() == [0, 0, 0, 0]
