"""The felt before the camera: which cards lie there, where, and which way up, and how one moves to another place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from hardware_sims.camera.pictures.dice import Dice
from hardware_sims.camera.pictures.disturbances import Disturbances
from hardware_sims.camera.pictures.scene import LyingCard, Pose, Scene, seeded_poses
from hardware_sims.devices.setup import US
from hardware_sims.errors import OperatorError


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """From `start` to `end`, moments in microseconds."""

    start: int
    end: int

    def at(self, now: int, origin: Pose, target: Pose, exposure: float) -> tuple[Pose, tuple[float, float]]:
        """Where a card is that goes from `origin` to `target`, and how far it comes (mm) in `exposure` seconds."""
        done = min(1.0, max(0.0, (now - self.start) / (self.end - self.start)))
        part = done * done * (3.0 - 2.0 * done)
        speed = 6.0 * done * (1.0 - done) * US / (self.end - self.start)
        way_x, way_y = target.x - origin.x, target.y - origin.y
        pose = Pose(
            x=origin.x + part * way_x,
            y=origin.y + part * way_y,
            degrees=origin.degrees + part * (target.degrees - origin.degrees),
        )
        return pose, (speed * exposure * way_x, speed * exposure * way_y)


MOVE_SECONDS = 0.4
LONGEST_EXPOSURE = 0.012


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldCard:
    """A card somebody has put there. Its face leaves this class only while it lies face up."""

    face: str | None
    face_up: bool

    @property
    def seen(self) -> str | None:
        return self.face if self.face_up else None


class Tableau:
    """Cards and their places. The places are seeded and never depend on the cards."""

    def __init__(self, dice: Dice, width_mm: float, height_mm: float, table: str = "green") -> None:
        self._dice = dice
        self._table = table
        self._size = (width_mm, height_mm)
        self._cards: tuple[HeldCard, ...] = ()
        self._placed = 0
        self._light = 0
        self._before = 0
        self._way: Way | None = None

    @property
    def is_empty(self) -> bool:
        return not self._cards

    @property
    def is_moving(self) -> bool:
        return self._way is not None

    @property
    def seen_cards(self) -> tuple[str | None, ...]:
        return tuple(card.seen for card in self._cards)

    def lay(self, faces: Iterable[str | None]) -> None:
        """Other cards, or none, at a new place in another light; None is a card face down that nobody knows."""
        self._cards = tuple(HeldCard(face=face, face_up=face is not None) for face in faces)
        self._placed += 1
        self._light = self._placed
        self._way = None

    def turn(self) -> None:
        """Each card is turned over where it lies."""
        if any(card.face is None for card in self._cards):
            raise OperatorError("nobody knows what is on the other side of a card that was shown as back; show a card")
        self._cards = tuple(replace(card, face_up=not card.face_up) for card in self._cards)

    def move(self, now: int) -> None:
        if self.is_moving:
            raise OperatorError("it is still moving")
        self._before = self._placed
        self._placed += 1
        self._way = Way(start=now, end=now + round(MOVE_SECONDS * US))

    def comes_to_rest(self, now: int) -> bool:
        """True once, when a movement is over."""
        if self._way is None or now < self._way.end:
            return False
        self._way = None
        return True

    def scene(self, number: int, now: int, disturbances: Disturbances, frame_seconds: float) -> Scene:
        """What is to be seen at this moment."""
        poses: Sequence[Pose] = self._poses(self._placed, disturbances)
        smears = [(0.0, 0.0)] * len(poses)
        if self._way is not None:
            before = self._poses(self._before, disturbances)
            exposure = min(LONGEST_EXPOSURE, frame_seconds)
            ways = [self._way.at(now, *ends, exposure) for ends in zip(before, poses, strict=True)]
            poses, smears = [pose for pose, _ in ways], [smear for _, smear in ways]
        lying = zip(self.seen_cards, poses, smears, strict=False)
        cards = tuple(LyingCard(face=face, pose=pose, smear=smear) for face, pose, smear in lying)
        return Scene(cards=cards, disturbances=disturbances, table=self._table, take=self._light, number=number)

    def _poses(self, take: int, disturbances: Disturbances) -> tuple[Pose, Pose]:
        return seeded_poses(self._dice, take, disturbances.rotation, *self._size)
