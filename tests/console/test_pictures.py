"""The command of the pictures: every phase, three sizes, the same pixels each time."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from dealer_console.app.window_options import WindowOptions
from dealer_console.demo import evening
from dealer_console.demo.screenshots import scenes_of, write_scenes
from dealer_console.screens.sizes import SIZES
from tests.tools.pictures.console import few_colours

CB = "catfish-bend-blackjack"


def test_every_phase_of_a_round_and_three_sizes(qtbot: QtBot, tmp_path: Path) -> None:
    scenes = scenes_of(CB, WindowOptions().look)
    assert len(scenes) >= 8
    assert len({repr(screen) for screen in scenes.values()}) == len(scenes), "each shows something else"
    few = {name: scenes[name] for name in ("closed", "bets")}
    write_scenes(tmp_path, few, WindowOptions())
    names = sorted(file.name for file in tmp_path.iterdir())
    assert len(names) == len(few) * len(SIZES)
    for size in SIZES:
        own = [QImage(str(tmp_path / name)) for name in names if name.endswith(f"-{size.name}.png")]
        assert {(image.width(), image.height()) for image in own} == {(size.width, size.height)}
        assert len({bytes(image.constBits()) for image in own}) == len(few)


@pytest.mark.proof
def test_the_same_scenes_each_time() -> None:
    look = WindowOptions().look
    assert scenes_of(CB, look) == scenes_of(CB, look)


def test_few_colours_keep_the_picture(qtbot: QtBot) -> None:
    image = QImage(64, 64, QImage.Format.Format_RGB32)
    image.fill(0xFF112233)
    image.setPixel(3, 4, 0xFFABCDEF)
    packed = few_colours(image).convertToFormat(QImage.Format.Format_RGB32)
    assert packed == image


def test_the_written_evening_has_every_scene_also_the_cards_by_hand() -> None:
    scenes = scenes_of(evening.RULES, WindowOptions().look)
    assert {"closed", "switch", "by-hand"} <= set(scenes)
