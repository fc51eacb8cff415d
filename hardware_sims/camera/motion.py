"""A card on its way from one place to another: it gathers speed, slows down and rests."""

from __future__ import annotations

from dataclasses import dataclass

from hardware_sims.camera.pictures.scene import Pose
from hardware_sims.devices.setup import US


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
