"""What a machine will do at which moment. Time is handed in; nothing here sleeps or looks at a clock."""

from __future__ import annotations

from collections.abc import Callable

Action = Callable[[int], None]


class Schedule:
    """Named deadlines in microseconds. Setting a name again moves it."""

    def __init__(self) -> None:
        self._entries: dict[str, tuple[int, Action]] = {}

    def set(self, name: str, due: int, action: Action) -> None:
        self._entries[name] = (due, action)

    def cancel(self, name: str) -> None:
        self._entries.pop(name, None)

    def clear(self) -> None:
        self._entries.clear()

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def next_due(self) -> int | None:
        return min((due for due, _ in self._entries.values()), default=None)

    def run(self, now: int) -> None:
        """Runs what is due, in order of time and then of name, each at its own moment."""
        while True:
            ready = [(due, name) for name, (due, _) in self._entries.items() if due <= now]
            if not ready:
                return
            due, name = min(ready)
            _, action = self._entries.pop(name)
            action(due)
