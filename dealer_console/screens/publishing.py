"""Between the session's thread and a window: every published view becomes a moment, taken where the state is owned."""

from __future__ import annotations

from collections.abc import Callable

from dealer_console.screens.moment import Moment, moment_of
from dealer_console.screens.past_rounds import PastRounds
from dealer_console.table.session.table_session import TableSession
from dealer_console.table.view import TableView


class Publisher:
    """Give it to the session as `publish`, then `watch` the session. `post` carries a moment to the window's thread."""

    def __init__(self, post: Callable[[Moment], None]) -> None:
        self._post = post
        self._session: TableSession | None = None
        self._past: PastRounds | None = None
        self._view: TableView | None = None

    def watch(self, session: TableSession) -> None:
        """Call it before the session's thread is started: the first moment is posted at once."""
        self._past = PastRounds(session.journal)
        self._session = session
        self._tell()

    def __call__(self, view: TableView) -> None:
        self._view = view
        self._tell()

    def _tell(self) -> None:
        if self._session is None or self._past is None:
            return
        past = self._past.rounds if self._session.state.in_round else self._past.catch_up()
        self._post(moment_of(self._session.state, self._session.stopped, view=self._view, past=past))
