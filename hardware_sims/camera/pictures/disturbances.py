"""What can spoil a picture, each on a scale from 0 (not at all) to 1 (worst), and the named levels.

What the scale means is written down once, in `SCALES`; the painter multiplies with the same numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace

from hardware_sims.errors import ImpossibleRequestError, SetupError, unknown

TILT_DEGREES = 40.0
TURN_DEGREES = 180.0
BLUR_MM = 1.2
NOISE_GREY_LEVELS = 40.0
GLARE_MM = (6.0, 20.0)
SHADOW_DEPTH = 0.7
LOW_LIGHT_DEPTH = 0.92
COVER_DEPTH = 0.7
BEST_JPEG, WORST_JPEG = 95, 5

SCALES: dict[str, str] = {
    "perspective": f"the camera looks from the side: 1 is {TILT_DEGREES:g}° away from straight above",
    "rotation": f"the card lies turned: {TURN_DEGREES / 2:g}° to {TURN_DEGREES:g}° times the scale, to either side",
    "blur": f"out of focus: 1 is a Gaussian of {BLUR_MM:g} mm on the card",
    "noise": f"sensor noise: 1 is a standard deviation of {NOISE_GREY_LEVELS:g} grey levels",
    "glare": f"a reflection on the card: 1 is pure white over {GLARE_MM[1]:g} mm, near 0 faint over {GLARE_MM[0]:g} mm",
    "shadow": f"a soft-edged shadow over part of the picture: 1 takes {SHADOW_DEPTH:.0%} of the light there",
    "low_light": f"less light everywhere: 1 takes {LOW_LIGHT_DEPTH:.0%} of it",
    "cover": f"a sleeve over one side of the card: 1 covers {COVER_DEPTH:.0%} of it",
    "layout": "lines and words printed on the table: near 0 one box and a text, 1 three boxes and three texts",
    "chips": "chips beside the card: near 0 one some way off, 1 four that touch it",
    "finger": "a finger over the edge of the card: 1 reaches 12 mm to 30 mm into it",
    "jpeg": f"JPEG loss: above 0 quality {BEST_JPEG} down to {WORST_JPEG} at 1",
}
"""Name of a disturbance to what its scale means."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disturbances:
    """How badly a picture is spoiled."""

    perspective: float = 0.0
    rotation: float = 0.0
    blur: float = 0.0
    noise: float = 0.0
    glare: float = 0.0
    shadow: float = 0.0
    low_light: float = 0.0
    cover: float = 0.0
    layout: float = 0.0
    chips: float = 0.0
    finger: float = 0.0
    jpeg: float = 0.0

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if not 0.0 <= value <= 1.0:
                raise SetupError(f"{name} lies between 0 (none) and 1 (worst), not {value:g}")

    def changed(self, name: str, value: float) -> Disturbances:
        """The same with one of them set again; the name is checked."""
        if name not in NAMES:
            raise ImpossibleRequestError(unknown("disturbance", name, NAMES))
        changes: Mapping[str, float] = {name: value}
        return replace(self, **changes)


NAMES: tuple[str, ...] = tuple(field.name for field in fields(Disturbances))

LEVELS: dict[str, Disturbances] = {
    "clean": Disturbances(),
    "light": Disturbances(
        perspective=0.1, rotation=0.05, blur=0.08, noise=0.06, glare=0.1, shadow=0.15, low_light=0.1, jpeg=0.1
    ),
    "moderate": Disturbances(
        perspective=0.3,
        rotation=0.3,
        blur=0.2,
        noise=0.15,
        glare=0.3,
        shadow=0.4,
        low_light=0.35,
        cover=0.08,
        jpeg=0.35,
    ),
    "heavy": Disturbances(
        perspective=0.7, rotation=1.0, blur=0.45, noise=0.4, glare=0.7, shadow=0.8, low_light=0.7, cover=0.35, jpeg=0.75
    ),
}
LEVELS["live"] = replace(LEVELS["moderate"], cover=0.0, layout=0.6, chips=0.5, finger=0.3)
"""A card on a table in play: printed cloth, chips, a dealer's finger, in the light of the moderate level."""


def level_named(name: str) -> Disturbances:
    if name not in LEVELS:
        raise SetupError(unknown("level", name, LEVELS))
    return LEVELS[name]
