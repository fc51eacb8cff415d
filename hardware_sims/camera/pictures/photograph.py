"""A scene becomes a picture: felt, cards, what covers them, light, lens, sensor, file. Same scene, same bytes.

The camera hangs above the table and may look from the side. The felt is then a plane turned about an axis through the
first card, and a pinhole camera projects it: one 3 × 3 matrix from millimetres on a card to pixels.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from hardware_sims.camera.designs.canvas import CARD_HEIGHT_MM, CARD_WIDTH_MM, Picture
from hardware_sims.camera.designs.design import BuiltInDesign, Design, Sheets
from hardware_sims.camera.pictures import light
from hardware_sims.camera.pictures.dice import Dice, fraction
from hardware_sims.camera.pictures.disturbances import BLUR_MM, COVER_DEPTH, TILT_DEGREES
from hardware_sims.camera.pictures.light import Field, bell
from hardware_sims.camera.pictures.scene import LyingCard, Pose, Scene
from hardware_sims.camera.pictures.surroundings import Surface, cloth, print_layout, put_chips, put_finger

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


_SLEEVE = (52.0, 44.0, 40.0)
_SLEEVE_PIXELS_PER_MM = 4
_LONGEST_SMEAR_STEPS = 16
_SHADE_REACH = 6.0  # millimetres around a card, beyond which its shade has ended
_SHEET_OVER_PICTURE = 1.5
"""A sheet is a little finer than the picture, so that turning it does not blur it."""


class Photographer:
    """A camera's optics over one felt. No picture depends on the ones before it."""

    def __init__(
        self, *, dice: Dice, design: Design | None = None, width: int = 640, height: int = 480, scale: float = 3.4
    ) -> None:
        self._dice = dice
        self._width, self._height, self._scale = width, height, scale
        self._sheets = Sheets(design or BuiltInDesign(), _SHEET_OVER_PICTURE * scale)
        self._still: tuple[Scene, Field] | None = None

    def picture(self, scene: Scene, *, grain: bool = False) -> Picture:
        """BGR, 8 bit. `grain`: a living sensor, which never gives the same picture twice."""
        return self._sensed(self._light_on_sensor(scene), scene, grain=grain)

    def _light_on_sensor(self, scene: Scene) -> Field:
        """All but noise, file and grain. As long as nothing moves it is the same, and is not painted again."""
        still = replace(scene, number=0)
        if self._still is None or self._still[0] != still:
            self._still = (still, self._painted(scene))
        return self._still[1]

    def _painted(self, scene: Scene) -> Field:
        view = self._view(scene)
        picture = cloth(self._dice, scene.table, self._width, self._height, self._scale).copy()
        picture = self._surrounded(picture, scene, view)
        for card in scene.cards:
            picture = self._lay(picture, card, view)
        if scene.cards and scene.disturbances.finger:
            surface = Surface(self._width, self._height, self._scale)
            stream = self._dice.stream("finger", scene.take)
            put_finger(surface, scene.disturbances.finger, stream, scene.cards[-1].pose)
            picture = self._over(picture, surface, view)
        if scene.cards and scene.disturbances.cover:
            picture = self._covered(picture, scene, view)
        return self._lit(picture, scene, view)

    def black(self, number: int) -> Picture:
        """The lens is covered: nothing but the grain of the sensor."""
        nothing = np.zeros((self._height, self._width, 3), dtype=np.uint8)
        return light.add_grain(nothing, self._dice.stream("grain", number))

    def _view(self, scene: Scene) -> View:
        stream = self._dice.stream("tilt", scene.take)
        return View(
            width=self._width,
            height=self._height,
            scale=self._scale,
            tilt=scene.disturbances.perspective,
            axis=fraction(stream, 0.0, 2 * math.pi),
            pivot=scene.cards[0].pose if scene.cards else Pose(),
        )

    # What lies there

    def _surrounded(self, picture: Field, scene: Scene, view: View) -> Field:
        """What is printed on the cloth, then the chips upon it."""
        spoil, pose = scene.disturbances, scene.cards[0].pose if scene.cards else Pose()
        if spoil.layout:
            surface = Surface(self._width, self._height, self._scale)
            print_layout(surface, spoil.layout, self._dice.stream("layout", scene.take), pose)
            picture = self._over(picture, surface, view)
        if spoil.chips:
            surface = Surface(self._width, self._height, self._scale)
            put_chips(surface, spoil.chips, self._dice.stream("chips", scene.take), pose)
            picture = self._over(picture, surface, view)
        return picture

    def _over(self, picture: Field, surface: Surface, view: View) -> Field:
        seen = self._projected(surface.sheet, view.to_picture(Pose()), surface.scale)
        painted = seen[:, :, 3] > 0
        paint = seen[painted].astype(np.float32)
        share = paint[:, 3:] / np.float32(255.0)
        picture[painted] = picture[painted] * (1 - share) + paint[:, :3] * share
        return picture

    def _lay(self, picture: Field, card: LyingCard, view: View) -> Field:
        sheet = self._sheets.sheet(card.face)
        layer = self._smeared(sheet, card, view)
        around = _around(layer[:, :, 3], round(_SHADE_REACH * self._scale))
        layer = layer[around].astype(np.float32)
        covered = layer[:, :, 3:] / np.float32(255.0)
        shade = cv2.GaussianBlur(covered, (0, 0), 0.8 * self._scale)
        drop = round(0.5 * self._scale)
        shade = np.roll(shade, (drop, drop), axis=(0, 1))[:, :, None]
        picture[around] = picture[around] * (1 - np.float32(0.4) * shade) * (1 - covered) + layer[:, :, :3]
        return picture

    def _smeared(self, sheet: Picture, card: LyingCard, view: View) -> Field | Picture:
        """The card at every place it has been while the shutter was open."""
        way = math.hypot(*card.smear) * self._scale
        steps = min(_LONGEST_SMEAR_STEPS, max(1, math.ceil(way)))
        if steps == 1:
            return self._projected(sheet, view.to_picture(card.pose), self._sheets.pixels_per_mm)
        total = np.zeros((self._height, self._width, 4), dtype=np.float32)
        for step in range(steps):
            part = (step + 0.5) / steps - 0.5
            pose = Pose(
                x=card.pose.x + part * card.smear[0], y=card.pose.y + part * card.smear[1], degrees=card.pose.degrees
            )
            total += self._projected(sheet, view.to_picture(pose), self._sheets.pixels_per_mm)
        return total / np.float32(steps)

    def _projected(self, sheet: Picture, to_picture: Matrix, pixels_per_mm: float) -> Picture:
        half_height, half_width = sheet.shape[0] / 2 - 0.5, sheet.shape[1] / 2 - 0.5
        to_mm = np.array([[1.0, 0.0, -half_width], [0.0, 1.0, -half_height], [0.0, 0.0, pixels_per_mm]]) / pixels_per_mm
        size = (self._width, self._height)
        return np.asarray(cv2.warpPerspective(sheet, to_picture @ to_mm, size, flags=cv2.INTER_LINEAR), dtype=np.uint8)

    def _covered(self, picture: Field, scene: Scene, view: View) -> Field:
        cloth = sleeve_over(scene, self._dice)
        cover = self._projected(cloth, view.to_picture(scene.cards[-1].pose), _SLEEVE_PIXELS_PER_MM)
        share = cv2.GaussianBlur(cover, (0, 0), 0.15 * self._scale).astype(np.float32)[:, :, None] / np.float32(255.0)
        folds = bell(self._dice.stream("cloth"), picture.shape[:2])[:, :, None] * np.float32(3.0)
        return np.asarray(picture * (1 - share) + (np.array(_SLEEVE, dtype=np.float32) + folds) * share)

    # How it is seen

    def _lit(self, picture: Field, scene: Scene, view: View) -> Field:
        spoil = scene.disturbances
        middle = (self._width / 2 + view.pivot.x * self._scale, self._height / 2 + view.pivot.y * self._scale)
        if spoil.shadow:
            stream = self._dice.stream("shadow", scene.take)
            picture = light.cast_shadow(picture, spoil.shadow, stream, middle, self._scale)
        if spoil.low_light:
            picture = light.darken(picture, spoil.low_light)
        if spoil.glare:
            stream = self._dice.stream("glare", scene.take)
            picture = light.reflect(picture, spoil.glare, stream, middle, self._scale)
        if spoil.blur:
            picture = light.defocus(picture, BLUR_MM * spoil.blur * self._scale)
        return picture

    def _sensed(self, picture: Field, scene: Scene, *, grain: bool) -> Picture:
        spoil = scene.disturbances
        if spoil.noise:
            picture = light.add_noise(picture, spoil.noise, self._dice.stream("noise", scene.number))
        seen = np.clip(np.round(picture), 0, 255).astype(np.uint8)
        if spoil.jpeg:
            seen = light.through_jpeg(seen, spoil.jpeg)
        return light.add_grain(seen, self._dice.stream("grain", scene.number)) if grain else seen


def _around(shape: Field | Picture, reach: int) -> tuple[slice, slice]:
    """The part of a picture in which a thing and its shade lie."""
    rows, columns = np.flatnonzero(shape.any(axis=1)), np.flatnonzero(shape.any(axis=0))
    if not len(rows):
        return slice(0, 1), slice(0, 1)
    return (
        slice(max(0, int(rows[0]) - reach), int(rows[-1]) + reach + 1),
        slice(max(0, int(columns[0]) - reach), int(columns[-1]) + reach + 1),
    )


def sleeve_over(scene: Scene, dice: Dice) -> Picture:
    """What covers the upper card from one of its sides: 255 where the sleeve lies, around the middle of the card."""
    k = _SLEEVE_PIXELS_PER_MM
    width, height = round(2 * CARD_WIDTH_MM * k), round(2 * CARD_HEIGHT_MM * k)
    cloth = np.zeros((height, width), dtype=np.uint8)
    depth = COVER_DEPTH * scene.disturbances.cover
    across, down = round(depth * CARD_WIDTH_MM * k), round(depth * CARD_HEIGHT_MM * k)
    match dice.stream("cover", scene.take).below(4):
        case 0:
            cloth[:, : width // 4 + across] = 255
        case 1:
            cloth[:, width - width // 4 - across :] = 255
        case 2:
            cloth[: height // 4 + down] = 255
        case _:
            cloth[height - height // 4 - down :] = 255
    return cloth
