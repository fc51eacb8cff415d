"""Rulings: what a table asks, by whom, what the rule says, the felt as it stood; answered with PIN and reason.

An answer is bound to exactly what was asked. Of two supervisors the first one rules, and the second is told who it was.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from dealer_console.floor.queries import RequestAnswer
from dealer_console.floor.rulings import Ruled
from dealer_console.messages import Words
from dealer_console.pit.live.rulings import PitRequest, answer
from dealer_console.pit.live.tables import Live
from dealer_console.pit.round_replay import Step
from dealer_console.pit.round_words import answer_words, request_words
from dealer_console.pit.windows.background import Background
from dealer_console.pit.windows.felt_view import FeltView
from dealer_console.pit.windows.kept_splitter import KeptSplitter
from dealer_console.pit.windows.page import Page, button, label, refuse
from dealer_console.pit.windows.rows import Column
from dealer_console.pit.windows.rows_view import RowsPanel
from dealer_console.pit.windows.sign_in import SignIn
from dealer_console.table.people import Action
from dealer_console.table.people.actions import AT_THE_TABLE


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingRow:
    """A request that waits, or one that this window saw waiting, with what became of it."""

    request: PitRequest | None = None
    answered: RequestAnswer | None = None

    @property
    def key(self) -> tuple[str, str]:
        if self.request is not None:
            return self.request.log.log, self.request.request
        return (self.answered.log, self.answered.request) if self.answered is not None else ("", "")


class RulingsPage(Page):
    title_key = "pit-rulings"

    def __init__(self, background: Background, settings: QSettings) -> None:
        super().__init__(background, settings)
        words = self.words
        self._names: dict[str, str] = {}
        self.requests: RowsPanel[RulingRow] = RowsPanel(
            "rulings", words, settings, self._columns(), lambda row: row.key, sorted_by="time", falling=True
        )
        self.read_only = label(words("pit-read-only"), tone="warn")
        self.read_only.setVisible(not self.services.has_floor)
        self.what = label(size="large")
        self.details = label()
        self.felt = FeltView()
        self.felt.failed.connect(background.failed)
        self.approve = button(words("pit-approve"), lambda: self._ask(approves=True), tone="go", key="Ctrl+A")
        self.decline = button(words("pit-decline"), lambda: self._ask(approves=False), tone="danger", key="Ctrl+D")
        self._lay_out()
        self.requests.chosen.connect(self._show)
        self._show()

    def _lay_out(self) -> None:
        answers = QHBoxLayout()
        answers.addWidget(self.approve)
        answers.addWidget(self.decline)
        answers.addStretch(1)
        right = QWidget()
        column = QVBoxLayout(right)
        for widget in (self.what, self.details):
            column.addWidget(widget)
        column.addLayout(answers)
        column.addWidget(self.felt, 1)
        keeps_its_room = self.felt.sizePolicy()
        keeps_its_room.setRetainSizeWhenHidden(True)  # what is read stays at the top without a felt
        self.felt.setSizePolicy(keeps_its_room)
        parts = (self.requests, right)
        splitter = KeptSplitter("rulings", self.settings, Qt.Orientation.Horizontal, parts, (480, 720))
        self.lay_out(self.read_only, splitter, filter_box=self.requests.filter)

    def _columns(self) -> list[Column[RulingRow]]:
        words = self.words
        return [
            Column(key="time", head=words("pit-col-time"), text=lambda row: self.services.time(_at(row)), order=_order),
            Column(key="table", head=words("pit-col-table"), text=_table,
                   level=lambda row: "bad" if row.request is not None else "off"),
            Column(key="asked", head=words("pit-col-asked"), text=self._action),
            Column(key="by", head=words("pit-col-by"), text=self._who),
            Column(key="became", head=words("pit-col-became"), text=self._became),
        ]  # fmt: skip

    def badge(self, live: Live) -> int:
        return len(live.requests)

    # --- what is seen ------------------------------------------------------------------------------------------------

    def opened(self) -> None:
        self.background.look(at_once=True)

    def show_live(self, live: Live) -> None:
        self._names = live.names
        rows = [RulingRow(request=request) for request in live.requests]
        rows += [RulingRow(answered=answered) for answered in live.answered]
        self.requests.set_rows(rows)
        if rows and not self.requests.selected():
            self.requests.select_first()
        self._show()

    def _action(self, row: RulingRow) -> str:
        source = row.request or row.answered
        return self.services.action(source.action) if source is not None else ""

    def _who(self, row: RulingRow) -> str:
        source = row.request or row.answered
        return self._names.get(source.requester, source.requester) if source is not None else ""

    def _became(self, row: RulingRow) -> str:
        if row.answered is None:
            return self.words("pit-waits")
        return answer_words(self.words, row.answered, self._names, self.services.time)

    def _chosen(self) -> RulingRow | None:
        chosen = self.requests.selected()
        return chosen[0] if len(chosen) == 1 else None

    def _show(self) -> None:
        row = self._chosen()
        request = row.request if row is not None else None
        refuse((self.approve, self.decline), self._why_not(request))
        self.felt.setVisible(request is not None and request.standing is not None)
        if row is None:
            self.what.setText("" if self.requests.model.rows else self.words("pit-nobody-waits"))
            self.details.setText("")
        elif request is None:
            self.what.setText(f"{_table(row)}: {self._action(row)}")
            self.details.setText(self._became(row))
        else:
            self._show_request(request)

    def _why_not(self, request: PitRequest | None) -> str:
        words, services = self.words, self.services
        if request is None:
            return words("pit-choose-first")
        if Action(request.action) in AT_THE_TABLE:
            return words("pit-counted-at-table", action=services.action(request.action))
        if not services.has_floor:
            return words("pit-read-only")
        return words("pit-no-staff") if services.people is None else ""

    def _show_request(self, request: PitRequest) -> None:
        words, services = self.words, self.services
        rights = services.permissions.actions[Action(request.action)]
        standing = request.standing
        self.what.setText(f"{request.log.table}: {services.action(request.action)}")
        about = request_words(words, request)
        clause = words.clause(standing.clause) if standing is not None and standing.clause else ""
        lines = [
            *([about] if about else []),
            words(
                "pit-asked-by",
                who=self._names.get(request.requester, request.requester),
                time=services.clock(request.asked_at_ms),
                reason=request.reason,
            ),
            words(
                "pit-rule-is", rule="; ".join((*map(words.phrase, rights.source.split("; ")), *filter(None, [clause])))
            ),
            *([_at_the_table(words, standing)] if standing is not None and request.corrected is None else []),
            words("pit-open-until", time=services.clock(request.expires_at_ms), hash=request.subject_hash[:16]),
        ]
        self.details.setText("\n".join(lines))
        if standing is not None:
            felt = replace(standing.felt, watermark=words("pit-as-it-stood"))
            self.felt.show_felt(felt, words("pit-as-it-stood"))

    # --- the answer --------------------------------------------------------------------------------------------------

    def _ask(self, *, approves: bool) -> None:
        row, words, services = self._chosen(), self.words, self.services
        request = row.request if row is not None else None
        if request is None:
            return
        requester = self._names.get(request.requester, request.requester)
        names = [name for name in services.those_who(services.may_approve(Action(request.action))) if name != requester]
        dialog = SignIn(
            self.window(),
            words,
            title=words("pit-approve" if approves else "pit-decline"),
            about=f"{request.log.table}: {services.action(request.action)}. {request_words(words, request)}",
            names=names,
            then=lambda who, pin, why: self._rule(request, who, pin, why, approves=approves),
            reason=words("pit-reason"),
            reasons=[words(f"pit-reason-{code}") for code in ("rule", "camera", "players")],
            must_say_why=True,
        )
        dialog.open()

    def _rule(self, request: PitRequest, who: str, pin: str, reason: str, *, approves: bool) -> None:
        services = self.services
        self.background.do(
            self.words("pit-ruling"),
            lambda _: answer(
                services.archive,
                request,
                approves=approves,
                key=services.ruling_key(who, pin),
                permissions=services.permissions,
                reason=reason,
                at_ms=services.clock_ms(),
            ),
            self._ruled,
        )

    def _ruled(self, ruled: Ruled) -> None:
        words = self.words
        if ruled.won:
            self.background.say(words("pit-approved-sent" if ruled.approves else "pit-declined-sent"))
        else:
            first = self._names.get(ruled.person, ruled.person)
            key = "pit-first-approved" if ruled.approves else "pit-first-declined"
            text = words(key, who=first, time=self.services.time(ruled.at_ms), reason=ruled.reason or "–")
            self.background.say(text, "danger")
        self.background.look(at_once=True)


def _at(row: RulingRow) -> int:
    if row.request is not None:
        return row.request.asked_at_ms
    return (row.answered.at_ms or row.answered.expires_at_ms) if row.answered is not None else 0


def _order(row: RulingRow) -> tuple[bool, int]:
    """What waits stands above what was answered."""
    return row.request is not None, _at(row)


def _table(row: RulingRow) -> str:
    if row.request is not None:
        return row.request.log.table
    return row.answered.table if row.answered is not None else ""


def _at_the_table(words: Words, standing: Step) -> str:
    """What the rule asks for at this moment; in an irregularity these are the choices, and its name stands above."""
    say = "" if standing.kind == "irregularity" or standing.say is None else f" {words(standing.say)}"
    return words("pit-at-the-table", say=say, do=words(standing.do))
