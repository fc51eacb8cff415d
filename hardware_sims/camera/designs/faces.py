"""The built-in design as 53 picture files: `python -m hardware_sims.camera.designs.faces FOLDER`, for enrolling it."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2

from hardware_sims.camera.designs.design import BuiltInDesign
from hardware_sims.camera.pictures.scene import ALL_CARDS


def write_faces(folder: Path) -> None:
    """`As.png` to `Kc.png`, and `back.png`."""
    design = BuiltInDesign()
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in [*((card, design.face(card)) for card in ALL_CARDS), ("back", design.back())]:
        _, png = cv2.imencode(".png", picture)
        (folder / f"{name}.png").write_bytes(png.tobytes())


def main(words: list[str]) -> int:
    if len(words) != 1:
        sys.stderr.write("usage: python -m hardware_sims.camera.designs.faces FOLDER\n")
        return 2
    try:
        write_faces(Path(words[0]))
    except OSError as error:
        sys.stderr.write(f"{words[0]}: cannot be written: {error.strerror}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
