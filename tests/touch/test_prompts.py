"""No word of any prompt is cut off: what dealers are told in every round of the collection, on every display."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from pytestqt.qtbot import QtBot

from dealer_console.game import phases
from dealer_console.game.moves import Move
from dealer_console.game.state import Round
from dealer_console.rulebook import load_rules, rule_set_names
from dealer_console.screens.console_config import config_of
from dealer_console.screens.parts.prompt_line import _of_guide, _own, prompt_line
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.sizes import SIZES, Box, ScreenSize
from dealer_console.screens.ui_state import UiState
from dealer_console.screens.values import PromptLine
from dealer_console.table.snapshot import CardGuide, TableSnapshot
from dealer_console.touch.arrangement import arranged
from dealer_console.touch.theme.look import Look
from dealer_console.touch.theme.text_layout import JOINED
from dealer_console.touch.widgets.paint_context import stage_for
from dealer_console.touch.widgets.prompt import LaidOut, laid_out
from tests.game.states import play_collection
from tests.rigs.opening import table_of

LANGUAGES = ("en", "en-GB", "es")
OWN = (
    *("loose", "loose_face_up", "not_open", "no_cards", "shoe_over", "no_dealer", "burn", "deal", "bets"),
    *("keeper", "late", "late_loose"),
)
HOUSE = config_of(table_of("massachusetts-switch"))


def builder_of(language: str, snapshot: TableSnapshot, *, clause: bool = False) -> ScreenBuilder:
    return ScreenBuilder(snapshot, UiState(clause_shown=clause), HOUSE, HOUSE.words(language)).aside()


@cache
def prompts(language: str) -> dict[PromptLine, bool]:
    """Everything a dealer is told; with it whether all is taken and paid then, which leaves the prompt less room."""
    found: dict[PromptLine, bool] = {}

    def watch(r: Round, _move: Move | None) -> None:
        if r.phase in (phases.OPEN, phases.DEAL) and r.irregularity is None:
            return
        snapshot = TableSnapshot(table=r.table, round=r, bets=tuple(r.bets))
        for over, clause in (("", False), ("", True), ("ruling", False)):
            line = prompt_line(builder_of(language, snapshot, clause=clause), over=over)
            found[line] = found.get(line, False) or r.complete

    play_collection(watch)
    for clause in (False, True):
        builder = builder_of(language, TableSnapshot(), clause=clause)
        found |= {_own(builder, name): False for name in OWN}
        found |= {_of_guide(builder, guide): False for guide in guides()}
    return found


def guides() -> Iterator[CardGuide]:
    """Every step of every procedure, with the one that follows."""
    for name in rule_set_names():
        for procedure, steps in load_rules(name).procedures.items():
            for step, then in zip(steps, (*steps[1:], None), strict=True):
                yield CardGuide(
                    procedure=procedure,
                    step=step.key,
                    does=step.does,
                    who=step.who,
                    clause=step.clause,
                    says=None,
                    then=then.does if then is not None else None,
                    offered_to=None,
                    offers=(),
                    steps=(),
                )


def laid(size: ScreenSize, inches: float, language: str, large_text: bool) -> Iterator[LaidOut]:
    look = Look(size=size, density=size.density(inches), large_text=large_text)
    stage = stage_for(look, lambda _name: None, lambda _error: None)
    same = prompts("en") if language == "en-GB" else {}  # laid out with the others of that language
    for line, settles in prompts(language).items():
        if same.get(line) is settles:
            continue
        where = arranged(size.width / look.px_per_mm, size.height / look.px_per_mm, settles=settles)
        stage.grown = where.grown
        yield laid_out(stage, line, "", where.prompt.scaled(look.px_per_mm))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_no_word_of_a_prompt_is_cut_off_and_large_text_is_never_smaller(
    qtbot: QtBot, size: ScreenSize, language: str
) -> None:
    assert len(prompts(language)) > 300
    for inches in (size.smallest_inches, size.largest_inches):
        usual, large = (list(laid(size, inches, language, large_text)) for large_text in (False, True))
        assert [(line.big, line.said) for line in (*usual, *large) if not line.whole] == []
        assert [line.big for line in (*usual, *large) if line.said and line.small.size > line.large.size] == []
        pairs = list(zip(usual, large, strict=True))
        assert pairs
        assert [one.big for one, other in pairs if other.large.size < one.large.size and other.big == one.big] == []
        larger = sum(other.large.size > one.large.size for one, other in pairs)
        assert larger > len(pairs) / 3 or language == "en-GB"  # few lines are its own


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_clause_that_was_asked_for_stands_there_once(qtbot: QtBot, language: str) -> None:
    stage, box = stage_for(Look(), lambda _name: None, lambda _error: None), Box(0, 0, 300, 200)
    cited = [line for line in prompts(language) if line.clause]
    assert len(cited) > 100
    for line in cited:
        said = laid_out(stage, line, "", box).said.replace(JOINED, " ")
        assert said.count(line.clause) == 1, said
