"""Rulings: what a table asks, by whom, what the rule says, the felt as it stood; answered with PIN and reason.

An answer is bound to exactly what was asked. Of two supervisors the first one rules, and the second is told who it was.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from dealer_console.floor.queries import RequestAnswer
from dealer_console.floor.rulings import Ruled
from dealer_console.pit.pages.app_state import AppState
from dealer_console.pit.pages.dialogs import Typing, WhoIsIt, may_approve, those_who
from dealer_console.pit.pages.list_window import Paging
from dealer_console.pit.pages.places import body_of
from dealer_console.pit.pages.plainly import answer_in_words, asked_in_words, prompt_in_words
from dealer_console.pit.pages.services import NO_BOOK
from dealer_console.pit.pages.values import FeltView, Gap, Line, PitPage, PitRow, Room
from dealer_console.pit.round_replay import Step
from dealer_console.pit.rulings import Asked, answer
from dealer_console.screens.sizes import KEY, SPACE
from dealer_console.screens.values import Banner, Button, Text
from dealer_console.table.people import Action

NO_FLOOR: Final = "No floor is connected: this is read-only. Rule at the table itself, by badge and PIN."
AS_IT_STOOD: Final = "AS IT STOOD"
REASONS: Final = ("as the rule says", "seen on camera", "all players agree")
LINE: Final = 14.0


class RulingsPage:
    name = "Rulings"

    def __init__(self, core: AppState) -> None:
        self._core = core
        self._chosen = ""
        self._paging = Paging(id="rulings:page")

    def opened(self) -> None:
        self._core.look(at_once=True)

    def _asked(self) -> tuple[Asked, ...]:
        return () if self._core.live is None else self._core.live.asked

    def _one(self) -> Asked | None:
        return next((each for each in self._asked() if f"{each.log.log}/{each.request}" == self._chosen), None)

    # --- what is seen ------------------------------------------------------------------------------------------------

    def page(self, room: Room) -> PitPage:
        banner = None if self._core.services.has_floor else Banner(text=NO_FLOOR, level="warn")
        asked = self._asked()
        one = self._one()
        if self._chosen and one is None:
            gone = Text(text=self._what_became(), size="large")
            rows = (PitRow(elements=(gone,)), PitRow(elements=(Gap(),)), PitRow(elements=(_back(),)))
            return PitPage(title="Rulings", columns=(rows,), banner=banner)
        if one is not None:
            return self._request(one, banner)
        many = room.many(body_of(room, banner=banner is not None).height - KEY - 2 * SPACE, LINE * room.grown)
        shown = asked[self._paging.window(len(asked), many)]
        lines = [self._line(each) for each in shown]
        lines += [self._past_line(each) for each in self._answered()[: max(0, many - max(1, len(lines)))]]
        rows_ = [PitRow(elements=(line,), height=LINE) for line in lines]
        if not asked:
            rows_.insert(0, PitRow(elements=(Text(text="No table waits for a ruling.", size="large"),)))
        rows_ += [PitRow(elements=(Gap(),)), PitRow(elements=self._paging.buttons(len(asked)))]
        return PitPage(title=f"Rulings: {len(asked)} waiting", columns=(tuple(rows_),), banner=banner)

    def _answered(self) -> tuple[RequestAnswer, ...]:
        return () if self._core.live is None else self._core.live.answered

    def _what_became(self) -> str:
        found = next((each for each in self._answered() if f"{each.log}/{each.request}" == self._chosen), None)
        if found is None:
            return "This request has been answered or its time is over."
        return f"{self._action(found.action)}. {self._answer_words(found)}"

    def _answer_words(self, each: RequestAnswer) -> str:
        return answer_in_words(each, self._names(), self._core.services.time)

    def _past_line(self, each: RequestAnswer) -> Line:
        """Nothing to touch any more: what this window saw waiting, and what became of it."""
        when = self._core.services.time(each.at_ms or each.expires_at_ms)
        return Line(
            id="",
            cells=(each.table, self._action(each.action), when),
            widths=(6, 16, 3),
            below=self._answer_words(each),
            amounts=(2,),
        )

    def _line(self, each: Asked) -> Line:
        return Line(
            id=f"rulings:asked:{each.log.log}/{each.request}",
            cells=(each.log.table, self._says(each), self._core.services.time(each.asked_at_ms)),
            widths=(6, 16, 3),
            below=f"{self._who(each)}: {each.reason}",
            level="bad",
            amounts=(2,),
        )

    def _who(self, each: Asked) -> str:
        return self._names().get(each.requester, each.requester)

    def _names(self) -> dict[str, str]:
        """As they were at the last look: a page asks no database, which may be away."""
        return {} if self._core.live is None else self._core.live.names

    def _says(self, each: Asked) -> str:
        return self._action(each.action)

    def _action(self, action: str) -> str:
        return self._core.services.permissions.actions[Action(action)].says

    def _request(self, each: Asked, banner: Banner | None) -> PitPage:
        services = self._core.services
        rights = services.permissions.actions[Action(each.action)]
        about = asked_in_words(each)
        standing = each.standing
        why = f": {each.reason}" if each.reason not in (rights.says, each.subject.get("reason")) else ""
        where = f"Round {each.subject['round']}. " if each.subject.get("round") else ""
        told = [
            Text(text=f"{each.log.table}: {rights.says}", size="large", tone="main"),
            *([Text(text=about, size="large")] if about else []),
            Text(text=f"{where}Asked by {self._who(each)} at {services.time(each.asked_at_ms)}{why}"),
            Text(text=f"Rule: {rights.source}" + (f"; {standing.clause}" if standing and standing.clause else "")),
            *([Text(text=_at_the_table(standing))] if standing is not None and each.corrected is None else []),
            Text(
                text=f"Open until {services.time(each.expires_at_ms)}. Bound to {each.subject_hash[:16]}…", size="small"
            ),
        ]
        left = (PitRow(elements=(_felt(standing),), elastic=True),)
        rows = [PitRow(elements=(text,)) for text in told]
        rows += [PitRow(elements=(Gap(),)), PitRow(elements=(*self._answers(), _back()))]
        return PitPage(title="Ruling", columns=(left, tuple(rows)), widths=(55, 45), banner=banner)

    def _answers(self) -> tuple[Button, Button]:
        services = self._core.services
        why = NO_FLOOR if not services.has_floor else NO_BOOK if services.people is None else ""
        return (
            Button(id="rulings:approve", label="Approve", key="A", tone="go", enabled=not why, reason=why),
            Button(id="rulings:decline", label="Decline", key="D", tone="danger", enabled=not why, reason=why),
        )

    # --- what is touched ---------------------------------------------------------------------------------------------

    def press(self, touched: str) -> None:
        one = self._one()
        if touched.startswith("rulings:asked:"):
            self._chosen = touched.removeprefix("rulings:asked:")
        elif touched == "rulings:back":
            self._chosen = ""
        elif touched in ("rulings:approve", "rulings:decline") and one is not None:
            self._ask_why(one, approves=touched == "rulings:approve")
        else:
            self._paging.press(touched, len(self._asked()))

    def _ask_why(self, asked: Asked, *, approves: bool) -> None:
        verb = "approve" if approves else "decline"
        self._core.dialog = Typing(
            self._core,
            f"Why do you {verb} this?",
            lambda reason: self._ask_who(asked, reason, approves=approves),
            ready=REASONS,
        )

    def _ask_who(self, asked: Asked, reason: str, *, approves: bool) -> None:
        if not reason:
            self._core.say("A ruling names its reason", "danger")
            return
        verb = "Approve" if approves else "Decline"
        names = [name for name in those_who(self._core, may_approve(asked.action)) if name != self._who(asked)]
        self._core.dialog = WhoIsIt(
            self._core,
            f"{verb}: who rules?",
            f"{asked.log.table}: {self._says(asked)}. Reason: {reason}",
            names,
            lambda who, pin: self._rule(asked, reason, who, pin, approves=approves),
        )

    def _rule(self, asked: Asked, reason: str, who: str, pin: str, *, approves: bool) -> None:
        services = self._core.services

        def done(ruled: Ruled) -> None:
            first = self._names().get(ruled.person, ruled.person)
            if ruled.won:
                self._core.say(ruled.words)
            else:
                verdict = "approved" if ruled.approves else "declined"
                when = services.time(ruled.at_ms)
                why = f": {ruled.reason}" if ruled.reason else ""
                self._core.say(f"{first} was first and {verdict} this at {when}{why}", "danger")
            self._chosen = ""
            self._core.look(at_once=True)

        self._core.do(
            "ruling",
            lambda _: answer(
                services.archive,
                asked,
                approves=approves,
                key=services.ruling_key(who, pin),
                permissions=services.permissions,
                reason=reason,
                at_ms=services.clock_ms(),
            ),
            done,
        )


def _back() -> Button:
    return Button(id="rulings:back", label="Back", key="Escape")


def _at_the_table(standing: Step) -> str:
    """What the rule asks for at this moment; in an irregularity these are the choices."""
    do = prompt_in_words(standing.do)
    if standing.kind == "irregularity":  # what is said names it once more
        return f"At the table: {do}"
    said = f" {prompt_in_words(standing.say)}" if standing.say else ""
    return f"At the table:{said} {do}"


def _felt(standing: Step | None) -> FeltView | Text:
    if standing is None:
        return Text(text="Between rounds: no cards on the felt.", size="large")
    return FeltView(felt=replace(standing.felt, watermark=AS_IT_STOOD), spoken="The felt as it stood")
