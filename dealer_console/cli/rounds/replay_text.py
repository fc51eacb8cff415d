"""A replayed round for people: each line of the file, what is taken and paid at once, what the dealer says and does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from rich.markup import escape
from rich.table import Table

from dealer_console.cli.output import words
from dealer_console.cli.terminal import terminal
from dealer_console.game.hand import Hand, total_message
from dealer_console.game.message import Amount, Message
from dealer_console.game.money import show
from dealer_console.game.prompt import prompt, settlement_message, waiting_for
from dealer_console.game.round_files.replay import Fault, Replayed
from dealer_console.game.round_files.report import house_net, nets, tokes
from dealer_console.game.round_files.round_file import RoundFile
from dealer_console.game.state import Round, Settlement
from dealer_console.messages import recorded

_TOKEN: Final = re.compile(r"""#[^\n]*|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|\]""")
_TOML_PLACE: Final = re.compile(r"\(at line (\d+), column (\d+)\)")

Place = tuple[int, int, str]  # line, column, the content of the line


class RoundPrinter:
    """Prints one round, string by string as they are played."""

    def __init__(self) -> None:
        self.console = terminal(highlight=False, soft_wrap=True)
        self.words = words()
        self._printed: list[Settlement] = []

    def begin(self, file: Path, round_file: RoundFile) -> None:
        wagers = self.words("replay-wagers", bets=", ".join(round_file.bets))
        self.console.print(f"[bold]{escape(file.name)}[/bold]  {escape(round_file.rules)}")
        self.console.print(f"    {escape(wagers)}")

    def watch(self, round_: Round, number: int, text: str) -> None:
        now = prompt(round_)
        call = f'  [cyan]"{escape(self.words(now.say))}"[/cyan]' if now.say else ""
        rule = f"  [dim]{escape(self.words.clause(now.clause))}[/dim]" if now.clause else ""
        self.console.print(f"{number:>4}  [bold]{escape(text)}[/bold]")
        self._print_settlements(round_)
        self.console.print(f"        → {escape(self.words(now.do))}{call}{rule}")

    def _print_settlements(self, round_: Round) -> None:
        """A void takes earlier settlements back: everything from the first difference on is printed again."""
        kept = 0
        for before, now in zip(self._printed, round_.settlements, strict=False):
            if before != now:
                break
            kept += 1
        self._printed = list(round_.settlements)
        for settlement in self._printed[kept:]:
            rule = self.words.clause(settlement.rule)
            self.console.print(f"        {escape(self._settled(settlement))}  [dim]{escape(rule)}[/dim]")

    def _settled(self, settlement: Settlement) -> str:
        place = settlement.hand or str(settlement.spot)
        bettor = f"/{settlement.bettor}" if settlement.bettor != 1 else ""
        outcome = self.words(settlement_message(settlement.outcome, settlement.pays, settlement.takes))
        main = settlement.wager == "main"
        wager = self.words("replay-main") if main else self.words.wager_name(settlement.wager)
        return f"{place}{bettor} {wager} {show(settlement.stake)}: {outcome}"

    def end(self, file: Path, replayed: Replayed, text: str | None) -> None:
        if replayed.fault is not None:
            self._print_fault(file, replayed.fault, text, expected=replayed.fault_was_expected)
        round_ = replayed.round
        if round_ is not None and (replayed.fault is None or replayed.fault_was_expected):
            self._print_sums(round_)
        for difference in replayed.differences:
            differs = f"[bold red]{escape(self.words('replay-differs'))}:[/bold red]"
            self.console.print(f"  {differs} {escape(self.words(difference))}")

    def _print_sums(self, round_: Round) -> None:
        self._print_hands(round_)
        waits = waiting_for(round_)
        if waits is not None:
            self.console.print(f"  [yellow]{escape(self.words('replay-not-complete', waits=waits))}[/yellow]")
        sums = [f"{place} {show(amount)}" for place, amount in nets(round_).items()]
        sums += [self.words("replay-toke", place=place, amount=Amount(tip)) for place, tip in tokes(round_).items()]
        house = Amount(house_net(round_))
        self.console.print(f"  {escape(self.words('replay-sums', sums=', '.join(sums), house=house))}")

    def _print_hands(self, round_: Round) -> None:
        table = Table(box=None, padding=(0, 2), show_header=False)
        dealer = (self.words("replay-dealer"), round_.dealer)
        for name, hand in [dealer, *((hand.id, hand) for spot in round_.spots for hand in spot.hands)]:
            marks = [self.words(f"mark-{mark}") for mark, is_so in _marks(hand) if is_so]
            total = self.words(total_message(hand))
            table.add_row(f"  {name}", " ".join(card.text for card in hand.cards), total, ", ".join(marks))
        self.console.print(table)

    def _print_fault(self, file: Path, fault: Fault, text: str | None, *, expected: bool) -> None:
        colour = "green" if expected else "red"
        place = Message("replay-at-move", number=fault.move) if fault.move else Message("replay-outside-play")
        refused = self.words("replay-refused-as-expected" if expected else "replay-refused", place=place)
        rule = f" [{self.words.clause(fault.rule)}]" if fault.rule else ""
        reason = escape(self.words(fault.reason) + rule)
        self.console.print(f"  [bold {colour}]{escape(refused)}[/bold {colour}]: {reason}")
        where = place_of(text, fault) if text is not None else None
        if where is not None:
            line, column, content = where
            self.console.print(f"  {escape(str(file))}:{line}:{column + 1}")
            self.console.print(f"    {escape(content)}")
            self.console.print(f"    {' ' * column}[bold {colour}]^[/bold {colour}]")


def _marks(hand: Hand) -> list[tuple[str, bool]]:
    names = {"natural": "natural", "doubled": "doubled", "surrendered": "surrendered", "busted": "bust", "dead": "dead"}
    marks = [(mark, bool(getattr(hand, name))) for name, mark in names.items()]
    return [*marks, ("switched", bool(getattr(getattr(hand, "spot", None), "switched", False)))]


# --- where a fault is in the file -------------------------------------------------------------------------------------


def place_of(text: str, fault: Fault) -> Place | None:
    """TOML's own place, the string of `play` that was refused, a bet or an expectation, or the key."""
    toml_error = _TOML_PLACE.search(recorded(fault.reason))
    if toml_error is not None:
        return _at_line(text, int(toml_error[1]), int(toml_error[2]) - 1)
    if not fault.text:
        return None
    if fault.move:
        strings = list_strings(text, "play")
        if fault.move <= len(strings):
            return _at(text, strings[fault.move - 1][0] + 1 + (fault.column or 0))
    for key in ("bets", "expect"):
        for offset, content in list_strings(text, key):
            if content == fault.text:
                return _at(text, offset + 1 + (fault.column or 0))
    key_place = re.search(rf"(?m)(?:^\s*|[{{,]\s*)(?P<key>[\"']?{re.escape(fault.text)}[\"']?)\s*=", text)
    if key_place is not None:
        return _at(text, key_place.start("key"))
    value = text.find(f'"{fault.text}"')
    return _at(text, value + 1) if value >= 0 else None


def list_strings(text: str, key: str) -> list[tuple[int, str]]:
    """Offset and content of every string in the list of this key, comments left out."""
    begin = re.search(rf"(?m)^\s*{key}\s*=\s*\[", text)
    if begin is None:
        return []
    strings = []
    for token in _TOKEN.finditer(text, begin.end()):
        if token[0] == "]":
            break
        if token[0][0] in "\"'":
            strings.append((token.start(), token[0][1:-1]))
    return strings


def _at(text: str, offset: int) -> Place:
    line = text.count("\n", 0, offset) + 1
    return _at_line(text, line, offset - (text.rfind("\n", 0, offset) + 1)) or (line, 0, "")


def _at_line(text: str, line: int, column: int) -> Place | None:
    lines = text.split("\n")
    return (line, max(column, 0), lines[line - 1]) if 0 < line <= len(lines) else None
