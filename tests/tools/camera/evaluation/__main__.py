"""`python -m tests.tools.camera.evaluation DECKS RESULTS`: reads thousands of pictures and counts the wrong ones.

DECKS is a folder of designs, one folder each (`python -m tests.optical_decks` makes it); those that enrolment refuses
fall out. RESULTS is a folder: one line for each picture in `readings.jsonl`, a summary in `summary.json`, the plot of
the confidences in `reliability.png`. Started again with the same RESULTS, it goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from drivers.optical.decks.deck_pictures import BadDeckPicturesError
from drivers.optical.decks.design import Design
from drivers.optical.decks.design_file import read_design, write_design
from drivers.optical.decks.enrolment import UnreliableDesignError, enrol
from drivers.optical.reader import read_picture
from hardware_sims.camera.designs.design import FolderDesign
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
_painters: list[Painter] = []
_for_all: list[Design] = []
"""Of a process that reads: the designs, who paints, and what the reader knows besides the right design."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("decks", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--pictures", type=int, default=10_000)
    parser.add_argument("--negatives", type=int, default=5_000)
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
    # Mixed, so that a run that was stopped early says something about each kind.
    whole = {True: wanted.pictures, False: wanted.negatives}
    cases.sort(key=lambda case: case.number / whole[case.kind in OF_CARDS])
    file = wanted.results / "readings.jsonl"
    if not wanted.summary:
        _run(cases, file, wanted.processes, (wanted.decks, wanted.results, wanted.seed, wanted.all_known))
    rows = list(readings(file))
    summary = summary_of(rows) | {"designs": names, "refused at enrolment": refused}
    (wanted.results / "summary.json").write_text(json.dumps(summary, indent=1) + "\n")
    draw_reliability(rows, wanted.results / "reliability.png")
    sys.stdout.write(json.dumps(summary, indent=1) + "\n")


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
    indices = {name: index_share(one.index, one.width_mm, one.height_mm) for name, one in _known.items()}
    _painters.append(Painter({file.stem: FolderDesign(decks / file.stem) for file in files}, indices, seed))


def _read(cases: list[Case]) -> list[dict[str, Any]]:
    return [_reading(case) for case in cases]


def _reading(case: Case) -> dict[str, Any]:
    picture = _painters[0].picture(case)
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
