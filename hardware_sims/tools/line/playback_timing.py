"""How long to wait between two lines of a capture when it is played again."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class PlaybackTiming:
    """`-t` no timing, `-g` a fixed gap, `-s` longest gap that is kept, `--speed` how much faster."""

    timed: bool = True
    gap: float | None = None
    skip_longer: float | None = None
    speed: float = 1.0

    def wait(self, recorded: float) -> float:
        """Seconds to wait where this many passed in the recording."""
        if self.gap is not None:
            return self.gap
        if not self.timed or recorded <= 0:
            return 0.0
        if self.skip_longer is not None and recorded > self.skip_longer:
            return 0.0
        return recorded / self.speed
