"""Where things on the felt appear in the picture.

The camera hangs above the table and may look from the side. The felt is then a plane turned about an axis through the
first card, and a pinhole camera projects it: one 3 × 3 matrix from millimetres on a card to pixels.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hardware_sims.camera.pictures.disturbances import TILT_DEGREES
from hardware_sims.camera.pictures.scene import Pose

Matrix = npt.NDArray[np.float64]
DISTANCE_MM = 420.0


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A picture's size, its scale in pixels per millimetre, and how the camera is tilted (axis in radians)."""

    width: int
    height: int
    scale: float
    tilt: float = 0.0
    axis: float = 0.0
    pivot: Pose

    def to_picture(self, pose: Pose) -> Matrix:
        """Millimetres around the middle of a card that lies like `pose`, to pixels."""
        return self._projection() @ _laid(pose, self.pivot)

    def _projection(self) -> Matrix:
        across, down = math.cos(self.axis), math.sin(self.axis)
        angle = math.radians(TILT_DEGREES) * self.tilt
        cosine, sine = math.cos(angle), math.sin(angle)
        # The first two columns of the turn about (across, down, 0); a point of the felt has no height.
        turned = np.array(
            [
                [cosine + across * across * (1 - cosine), across * down * (1 - cosine), 0.0],
                [across * down * (1 - cosine), cosine + down * down * (1 - cosine), 0.0],
                [-down * sine, across * sine, DISTANCE_MM],
            ]
        )
        focus = self.scale * DISTANCE_MM
        middle_x = self.width / 2 - 0.5 + self.pivot.x * self.scale
        middle_y = self.height / 2 - 0.5 + self.pivot.y * self.scale
        camera: Matrix = np.array([[focus, 0.0, middle_x], [0.0, focus, middle_y], [0.0, 0.0, 1.0]])
        return np.asarray(camera @ turned)


def _laid(pose: Pose, pivot: Pose) -> Matrix:
    angle = math.radians(pose.degrees)
    cosine, sine = math.cos(angle), math.sin(angle)
    return np.array([[cosine, -sine, pose.x - pivot.x], [sine, cosine, pose.y - pivot.y], [0.0, 0.0, 1.0]])
