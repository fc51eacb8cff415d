"""A round of the past, dealt again: the same felt as at the table, every step, and no doubt that it is history."""

from __future__ import annotations

from typing import Final, Literal

from dealer_console.game.round_files.round_file import write_round
from dealer_console.pit.amounts import in_dollars
from dealer_console.pit.dispute.pack import dispute_files, dispute_pack
from dealer_console.pit.pages.app_state import AppState
from dealer_console.pit.pages.plainly import prompt_in_words, step_in_words
from dealer_console.pit.pages.values import FeltView, PitPage, PitRow, Room, Scrubber
from dealer_console.pit.round_replay import Replay, Step
from dealer_console.screens.values import Banner, Button, Text

SCRUB: Final = "replay:scrub"
KINDS: Final = {
    "opened": "Bets",
    "card": "Card",
    "decision": "Decision",
    "check": "Hole card checked",
    "irregularity": "Irregularity",
    "ruling": "Ruling",
    "undo": "Taken back",
    "closed": "Round closed",
}


class ReplayView:
    def __init__(self, core: AppState, told: Replay) -> None:
        self._core = core
        self.told = told
        self.at = 1
        self._decisions = tuple(step.number for step in told.steps if step.decides)

    @property
    def step(self) -> Step:
        return self.told.steps[self.at - 1]

    # --- what is seen ------------------------------------------------------------------------------------------------

    def page(self, room: Room) -> PitPage:
        found = self.told.found
        banner = Banner(
            text=f"HISTORY: round {found.number} of {found.table}, {self._core.services.moment(found.opened_ms)}. "
            "This is not what lies on the table now.",
            level="warn",
        )
        return PitPage(
            title=f"{found.table}, round {found.number}",
            columns=(self._left(), self._right()),
            widths=(67, 33),
            banner=banner,
        )

    def _left(self) -> tuple[PitRow, ...]:
        spoken = f"History, step {self.at}: " + ". ".join(
            hand.spoken or hand.id for spot in self.step.felt.spots for hand in spot.hands
        )
        last = len(self.told.steps)
        scrubber = Scrubber(
            id=SCRUB,
            at=self.at,
            last=last,
            marks=self._decisions,
            label=f"step {self.at} of {last}",
        )
        back, on = self.at > 1, self.at < last
        row = PitRow(
            elements=(
                _step("before", "← ◆", "Decision before", "Shift+Left", bool(self._decision(-1))),
                _step("back", "◀", "One step back", "Left", back),
                scrubber,
                _step("on", "▶", "One step on", "Right", on),
                _step("next", "◆ →", "Next decision", "Shift+Right", bool(self._decision(1))),
            ),
            widths=(11, 11, 29, 11, 11),
            height=15.3,
        )
        return (PitRow(elements=(FeltView(felt=self.step.felt, spoken=spoken),)), row)

    def _right(self) -> tuple[PitRow, ...]:
        step = self.step
        names = {} if self._core.live is None else self._core.live.names
        who = names.get(step.who, step.who) or "the game"
        when = f"{self._core.services.second(step.at_ms)}, by {who}, entry {step.entry}"
        rows = [
            PitRow(elements=(Text(text=KINDS[step.kind], size="large", tone="main"),)),
            PitRow(elements=(Text(text=f"{step_in_words(step)}\n{when}", size="small"),)),
            PitRow(elements=(Text(text=self._told(step)),), elastic=True),
        ]
        buttons = (
            PitRow(
                elements=(
                    Button(id="replay:copy", label="Copy", hint="as .round", key="Ctrl+C"),
                    Button(id="replay:pdf", label="PDF", hint="for a dispute", key="P"),
                )
            ),
            PitRow(
                elements=(
                    Button(id="replay:pack", label="Pack", hint="with proof", key="K"),
                    Button(id="replay:leave", label="Back", hint="to the results", key="Escape"),
                )
            ),
        )
        return (*rows, *buttons)

    def _told(self, step: Step) -> str:
        """What was to be said and done next, by which clause, and what was settled."""
        parts = [
            *([f"Say: {prompt_in_words(step.say)}"] if step.say else []),
            f"Do: {prompt_in_words(step.do)}",
            *([f"Rule: {step.clause}"] if step.clause else []),
            *step.settled,
            *([self._result()] if step.kind == "closed" else []),
        ]
        return "\n".join(parts)

    def _result(self) -> str:
        lines = [f"Spot {place.removesuffix('/1')}: {in_dollars(cents)}" for place, cents in self.told.nets]
        return "\n".join((*lines, f"House: {in_dollars(self.told.found.house)}"))

    def _decision(self, way: Literal[1, -1]) -> int | None:
        """The next decision in that direction."""
        if way > 0:
            return next((each for each in self._decisions if each > self.at), None)
        return next((each for each in reversed(self._decisions) if each < self.at), None)

    # --- what is touched ---------------------------------------------------------------------------------------------

    def press(self, touched: str) -> Literal["back", "stays"]:
        what = touched.removeprefix("replay:")
        if what == "leave":
            return "back"
        if what.startswith("scrub:"):
            self.at = max(1, min(len(self.told.steps), int(what.removeprefix("scrub:"))))
        elif what in ("back", "on"):
            self.at = max(1, min(len(self.told.steps), self.at + (1 if what == "on" else -1)))
        elif what in ("before", "next"):
            self.at = self._decision(1 if what == "next" else -1) or self.at
        elif what == "copy":
            self._core.services.copy_text(write_round(self.told.file))
            self._core.say("The round is on the clipboard, as a .round file")
        elif what in ("pdf", "pack"):
            self._save(what)
        return "stays"

    def _save(self, what: str) -> None:
        services, found = self._core.services, self.told.found
        name = f"{found.table}-round-{found.number:06d}"
        say = self._core.say
        if what == "pack":
            self._core.do(
                "making the dispute pack",
                lambda work: services.save(f"{name}.zip", dispute_pack(services.archive, found, work)),
                lambda path: say(f"Saved: {path}"),
            )
        else:
            self._core.do(
                "drawing the dispute paper",
                lambda work: services.save(f"{name}.pdf", dispute_files(services.archive, found, work)[f"{name}.pdf"]),
                lambda path: say(f"Saved: {path}"),
            )


def _step(what: str, label: str, spoken: str, key: str, enabled: bool) -> Button:
    reason = "" if enabled else "there is none"
    return Button(id=f"replay:{what}", label=label, spoken=spoken, key=key, enabled=enabled, reason=reason)
