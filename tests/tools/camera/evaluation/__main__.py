"""`python -m tests.tools.camera.evaluation DECKS RESULTS`: reads thousands of pictures and counts the wrong ones.

DECKS is a folder of designs, one folder each (`python -m tests.optical_decks` makes it); those that enrolment refuses
fall out. RESULTS is a folder: one line for each picture in `readings.jsonl`, a summary in `summary.json`, the plot of
the confidences in `reliability.png`. `--attacks` counts apart what is read of altered cards under a shadow's edge, a
reflection, a finger or a sleeve. Started again with the same RESULTS, it goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from drivers.optical.decks.deck_pictures import BadDeckPicturesError
from drivers.optical.decks.design import Design
from drivers.optical.decks.design_file import read_design, write_design
from drivers.optical.decks.enrolment import UnreliableDesignError, enrol
from drivers.optical.reader import read_picture
from hardware_sims.camera.designs.canvas import Picture
from hardware_sims.camera.designs.design import FolderDesign
from hardware_sims.camera.pictures.dice import Dice
from tests.tools.camera.evaluation.attacks import ATTACKS, attack, painted
from tests.tools.camera.evaluation.cases import (
    FURTHER,
    OF_CARDS,
    SCENES,
    SEED,
    Case,
    Painter,
    index_share,
    negative,
    positive,
)
from tests.tools.camera.evaluation.summary import draw_reliability, summary_of

_CHUNK = 25

_known: dict[str, Design] = {}
_owns: dict[str, FolderDesign] = {}
_painters: list[Painter] = []
_dice: list[Dice] = []
_for_all: list[Design] = []
"""Of a process that reads: the designs, who paints, and what the reader knows besides the right design."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("decks", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--pictures", type=int, default=10_000)
    parser.add_argument("--negatives", type=int, default=5_000)
    parser.add_argument("--attacks", type=int, default=0, help="altered cards with a cover aimed at what was changed")
    parser.add_argument("--kind", choices=tuple(FURTHER), help="pictures of this kind instead of realistic tables")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--all-known", action="store_true", help="the reader knows every design, not only the right one"
    )
    parser.add_argument("--summary", action="store_true", help="of what is read already; nothing more is read")
    wanted = parser.parse_args()
    wanted.results.mkdir(parents=True, exist_ok=True)
    names, refused = enrolled(wanted.decks, wanted.results)
    kinds = (wanted.kind,) if wanted.kind else tuple(SCENES)
    cases = [positive(number, names, kinds) for number in range(wanted.pictures)]
    cases += [negative(number, names) for number in range(wanted.negatives)]
    dice = Dice(seed=wanted.seed, owner="attacks")
    cases += [_attack_case(number, names, dice) for number in range(wanted.attacks)]
    # Mixed, so that a run that was stopped early says something about each kind.
    whole = Counter((case.kind in OF_CARDS, case.kind in ATTACKS) for case in cases)
    cases.sort(key=lambda case: case.number / whole[case.kind in OF_CARDS, case.kind in ATTACKS])
    file = wanted.results / "readings.jsonl"
    if not wanted.summary:
        _run(cases, file, wanted.processes, (wanted.decks, wanted.results, wanted.seed, wanted.all_known))
    rows = list(readings(file))
    summary = summary_of(rows) | {"designs": names, "refused at enrolment": refused}
    (wanted.results / "summary.json").write_text(json.dumps(summary, indent=1) + "\n")
    draw_reliability(rows, wanted.results / "reliability.png")
    sys.stdout.write(json.dumps(summary, indent=1) + "\n")


def _attack_case(number: int, names: list[str], dice: Dice) -> Case:
    one = attack(number, names, dice)
    return Case(number=number, kind=one.kind, known=one.design, painted=one.design, card=one.card)


def enrolled(decks: Path, results: Path) -> tuple[list[str], list[str]]:
    """The designs that may be used, kept as files in RESULTS, and the names of those that may not."""
    names: list[str] = []
    refused: list[str] = []
    for folder in sorted(one for one in decks.iterdir() if one.is_dir()):
        kept, no = results / f"{folder.name}.deck", results / f"{folder.name}.refused"
        if not kept.exists() and not no.exists():
            try:
                write_design(enrol(folder, folder.name.lower().replace("_", "-")).design, kept)
            except (BadDeckPicturesError, UnreliableDesignError) as problem:
                no.write_text(f"{problem}\n")
            sys.stderr.write(f"{folder.name}: {'enrolled' if kept.exists() else 'refused'}\n")
        (names if kept.exists() else refused).append(folder.name)
    return names, refused


def readings(file: Path) -> Iterator[dict[str, Any]]:
    if file.exists():
        for line in file.read_text().splitlines():
            yield json.loads(line)


def _run(cases: list[Case], file: Path, processes: int, begin: tuple[Path, Path, int, bool]) -> None:
    done = {(row["kind"], row["number"]) for row in readings(file)}
    left = [case for case in cases if (case.kind, case.number) not in done]
    chunks = [left[start : start + _CHUNK] for start in range(0, len(left), _CHUNK)]
    began, count = time.monotonic(), 0
    with (
        ProcessPoolExecutor(max_workers=processes, initializer=_begin, initargs=begin) as pool,
        file.open("a") as out,
    ):
        for rows in pool.map(_read, chunks):
            out.writelines(json.dumps(row) + "\n" for row in rows)
            out.flush()
            count += len(rows)
            seconds = (time.monotonic() - began) / count
            sys.stderr.write(
                f"\r{len(done) + count} of {len(cases)}, {seconds * (len(left) - count) / 60:.0f} min left "
            )
    sys.stderr.write("\n")


def _begin(decks: Path, results: Path, seed: int, all_known: bool) -> None:
    files = sorted(results.glob("*.deck"))
    _known.update({file.stem: read_design(file) for file in files})
    _for_all.extend(_known.values() if all_known else ())
    _owns.update({file.stem: FolderDesign(decks / file.stem) for file in files})
    _dice.append(Dice(seed=seed, owner="attacks"))
    indices = {name: index_share(one.index, one.width_mm, one.height_mm) for name, one in _known.items()}
    _painters.append(Painter(_owns, indices, seed))


def _read(cases: list[Case]) -> list[dict[str, Any]]:
    return [_attacked(case) if case.kind in ATTACKS else _reading(case, _painters[0].picture(case)) for case in cases]


def _attacked(case: Case) -> dict[str, Any]:
    """With what of the change is in sight, and what is read of the genuine card in the same light."""
    one = attack(case.number, list(_known), _dice[0])
    pictures = painted(one, _owns[case.painted], _known[case.known], _dice[0])
    genuine = read_picture(pictures.genuine, [_known[case.known]])
    return _reading(case, pictures.altered) | {
        "other": one.other,
        "changed": f"{one.part}, {one.corners}",
        "in sight": pictures.in_sight,
        "genuine read": genuine.card,
    }


def _reading(case: Case, picture: Picture) -> dict[str, Any]:
    known = _for_all or [_known[case.known]]
    began = time.process_time()
    reading = read_picture(picture, known)
    return {
        "number": case.number,
        "kind": case.kind,
        "design": case.painted,
        "card": case.card,
        "read": reading.card,
        "wrong": reading.card not in case.right,
        "verdict": str(reading.reason or reading.verdict),
        "confidence": round(reading.confidence, 6),
        "ms": round((time.process_time() - began) * 1000.0, 2),
    }


if __name__ == "__main__":
    main()
