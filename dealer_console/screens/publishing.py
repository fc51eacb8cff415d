"""Between the session's thread and a window: every published view becomes a moment, taken where the state is owned."""

from __future__ import annotations

from collections.abc import Callable

from dealer_console.screens.moment import Moment, moment_of
from dealer_console.table.session import TableSession
from dealer_console.table.view import TableView


class Publisher:
    """Give it to the session as `publish`, then `watch` the session. `post` carries a moment to the window's thread."""

    def __init__(self, post: Callable[[Moment], None]) -> None:
        self._post = post
        self._session: TableSession | None = None

    def watch(self, session: TableSession) -> None:
        """Call it before the session's thread is started: the first moment is posted at once."""
        self._session = session
        self._post(moment_of(session.state, session.stopped))

    def __call__(self, _view: TableView) -> None:
        if self._session is not None:
            self._post(moment_of(self._session.state, self._session.stopped))
