"""Designs for measuring the optical reader: decks of Debian, npm and PyPI, 52 pictures each. Never committed.

apt-get install gnome-cards-data kdegames-card-data-kf5 openclipart-svg librsvg2-bin npm
python -m tests.optical_decks FOLDER [NAME…]
OPTICAL_DECKS=FOLDER make bench BENCH=optical
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

RANKS = "A23456789TJQK"
_GNOME = Path("/usr/share/aisleriot/cards")
_KDE = Path("/usr/share/carddecks")
_OPENCLIPART = Path("/usr/share/openclipart/svg/recreation/games/cards")
_CARD_WIDTH = 360
TUNED = (
    *(f"gnome-{name}" for name in ("tango", "simplistic", "anglo", "bellot", "paris", "dondorf", "gnomangelo")),
    *(f"gnome-{name}" for name in ("guyenne-classic", "neoclassical", "neoclassical_4_color", "ornamental")),
    "gnome-ancient_french",
    "gnome-anglo_bitmap",
    "gnome-anglo_poker",
    "gnome-atlasnye",
    "gnome-berlin",
    "gnome-orell",
    "kde-standard/standard",
    "kde-nicu-white/white",
    "kde-penguins/penguins",
    "npm-react-playing-cards-big",
    "openclipart-simple",
)
"""Looked at while the reader was tuned; `ancient_french`, `anglo_bitmap`, `anglo_poker`, `atlasnye`, `berlin`, `orell`,
`penguins`, `react-playing-cards-big` and openclipart's `simple` since a card of theirs was read wrong in a run."""
HELD_OUT = (
    *(f"gnome-{name}" for name in ("anglo_modern", "anglo_modern_4_color")),
    *(f"gnome-{name}" for name in ("plastic", "slavic_costumes", "tango_nuevo")),
    *(f"gnome-{name}" for name in ("tigullio", "rheinland", "lattmann", "swiss-xvii")),
    "kde-ancient-egyptians/Ancient_Egyptians",
    "kde-future/future",
    "kde-jolly-royal/jolly-royal",
    "kde-konqi-modern/konqi",
    "kde-oxygen/oxygen",
    "kde-oxygen-air/oxygen-air",
    "kde-oxygen-white/oxygen-white",
    "kde-tigullio-international/tigullio-international",
    "kde-xskat-french/french",
    "npm-cardsJS",
    "npm-playing-cards-standard-deck",
    "npm-react-free-playing-cards",
    "openclipart-bordered",
    "pypi-arcade",
)
"""Never looked at before the measurement; those that enrolment refuses fall out. Chosen before the change."""
_KDE_RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
_KDE_SUITS = {"c": "club", "d": "diamond", "h": "heart", "s": "spade"}
_NPM = {
    "cardsJS": (
        "cardsJS@1.1.1",
        "dist/cards/{rank}{SUIT}.svg",
        ("A", "T", "J", "Q", "K"),
        "CDHS",
        "dist/cards/Blue_Back.svg",
    ),
    "playing-cards-standard-deck": (
        "@younestouati/playing-cards-standard-deck@3.0.0",
        "cards/{rank}{SUIT}.svg",
        ("1", "10", "11", "12", "13"),
        "cdhs",
        "cards/back.svg",
    ),
    "react-free-playing-cards": (
        "react-free-playing-cards@0.4.2",
        "src/images/2color/{rank}{SUIT}.svg",
        ("A", "T", "J", "Q", "K"),
        "CDHS",
        "src/images/back.svg",
    ),
    "react-playing-cards-big": (
        "@heruka_urgyen/react-playing-cards@0.5.0",
        "src/images/2color-bf/{rank}{SUIT}.svg",
        ("A", "T", "J", "Q", "K"),
        "CDHS",
        "src/images/back.svg",
    ),
}
"""Package, where a card lies in it, its names of ace, ten and courts, of the four suits (clubs first), and the back."""


def _rendered(svg: Path, *options: str) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        subprocess.run(["rsvg-convert", *options, "-o", file.name, str(svg)], check=True, capture_output=True)
        picture = cv2.imread(file.name, cv2.IMREAD_UNCHANGED)
    assert picture is not None, svg
    return np.asarray(picture, dtype=np.uint8)


def gnome_deck(name: str, folder: Path) -> None:
    """One sheet: thirteen columns; clubs, diamonds, hearts, spades, and a row with jokers and the back."""
    sheet = _rendered(_GNOME / f"{name}.svgz", "-w", str(13 * _CARD_WIDTH), "--keep-aspect-ratio")
    high, wide = sheet.shape[0] / 5, sheet.shape[1] / 13
    for row, suit in enumerate("cdhs"):
        for column, rank in enumerate(RANKS):
            cut = sheet[round(row * high) : round((row + 1) * high), round(column * wide) : round((column + 1) * wide)]
            cv2.imwrite(str(folder / f"{rank}{suit}.png"), cut)
    cv2.imwrite(str(folder / "back.png"), sheet[round(4 * high) :, round(2 * wide) : round(3 * wide)])


def kde_deck(name: str, folder: Path) -> None:
    """One drawing with an element for each card."""
    svg = _KDE / f"{name}.svgz"
    first = _rendered(svg, "-i", "1_club")
    zoom = str(_CARD_WIDTH / _inked_width(first))
    for rank, number in zip(RANKS, _KDE_RANKS, strict=True):
        for suit, word in _KDE_SUITS.items():
            cv2.imwrite(str(folder / f"{rank}{suit}.png"), _cut(_rendered(svg, "-z", zoom, "-i", f"{number}_{word}")))
    cv2.imwrite(str(folder / "back.png"), _cut(_rendered(svg, "-z", zoom, "-i", "back")))


def openclipart_deck(name: str, folder: Path) -> None:
    """One drawing for each card: `simple_s_10.svg`."""
    for rank, number in zip(RANKS, ("a", *"23456789", "10", *"jqk"), strict=True):
        for suit in "cdhs":
            svg = _OPENCLIPART / name / f"{name}_{suit}_{number}.svg"
            cv2.imwrite(str(folder / f"{rank}{suit}.png"), _cut(_rendered(svg, "-w", str(_CARD_WIDTH))))
    back = _rendered(_OPENCLIPART / "cardbacks" / "back01.svg", "-w", str(_CARD_WIDTH))
    cv2.imwrite(str(folder / "back.png"), _cut(back))


def npm_deck(name: str, folder: Path) -> None:
    """One drawing for each card."""
    package, place, (ace, *courts), suits, back = _NPM[name]
    ranks = dict(zip(RANKS, (ace, *"23456789", *courts), strict=True))
    with tempfile.TemporaryDirectory() as own:
        subprocess.run(["npm", "pack", "--silent", package], cwd=own, check=True, capture_output=True)
        (packed,) = Path(own).glob("*.tgz")
        with tarfile.open(packed) as archive:
            archive.extractall(own, filter="data")
        root = Path(own) / "package"
        for suit, theirs in zip("cdhs", suits, strict=True):
            for rank in RANKS:
                svg = root / place.format(rank=ranks[rank], SUIT=theirs)
                cv2.imwrite(str(folder / f"{rank}{suit}.png"), _cut(_rendered(svg, "-w", str(_CARD_WIDTH))))
        if (root / back).exists():
            cv2.imwrite(str(folder / "back.png"), _cut(_rendered(root / back, "-w", str(_CARD_WIDTH))))


def pypi_deck(name: str, folder: Path) -> None:
    """The cards of the library `arcade`, 140 pixels wide."""
    pictures = f"{name}/resources/assets/images/cards"
    suits = zip("cdhs", ("Clubs", "Diamonds", "Hearts", "Spades"), strict=True)
    wanted = {f"{rank}{suit}": f"card{word}{'10' if rank == 'T' else rank}" for suit, word in suits for rank in RANKS}
    with tempfile.TemporaryDirectory() as own:
        download = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", own, f"{name}==3.3.3"]
        subprocess.run(download, check=True, capture_output=True)
        (wheel,) = Path(own).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            for card, picture in (*wanted.items(), ("back", "cardBack_blue2")):
                (folder / f"{card}.png").write_bytes(archive.read(f"{pictures}/{picture}.png"))


def _cut(picture: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    if picture.shape[2] == 3:
        return picture
    inked = picture[:, :, 3] > 127
    rows, columns = np.flatnonzero(inked.any(axis=1)), np.flatnonzero(inked.any(axis=0))
    return picture[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _inked_width(picture: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> int:
    return int(_cut(picture).shape[1])


_MAKERS = {
    "gnome": gnome_deck,
    "kde": kde_deck,
    "npm": npm_deck,
    "openclipart": openclipart_deck,
    "pypi": pypi_deck,
}


def make_all(folder: Path, wanted: list[str]) -> None:
    """All of them, or the wanted ones."""
    for split, names in (("tuned", TUNED), ("held-out", HELD_OUT)):
        for name in names:
            source, deck = name.split("-", 1)
            out = folder / split / name.split("/")[0]
            if not wanted or out.name in wanted:
                _make(f"svg-{deck}" if source == "kde" else deck, out, _MAKERS[source])


def _make(name: str, out: Path, make: Callable[[str, Path], None]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    try:
        make(name, out)
        sys.stderr.write(f"{out}\n")
    except (OSError, subprocess.CalledProcessError, AssertionError, IndexError) as problem:
        sys.stderr.write(f"{name}: cannot be made: {problem}\n")
        shutil.rmtree(out)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.stderr.write(__doc__ or "")
        sys.exit(2)
    make_all(Path(sys.argv[1]), sys.argv[2:])
