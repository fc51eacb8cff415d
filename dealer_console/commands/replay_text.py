"""A replayed round for people: each line of the file, what is taken and paid at once, what the dealer says and does."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from dealer_console.commands.places import place_of
from dealer_console.game.money import show
from dealer_console.game.prompt import describe_settlement, prompt, waiting_for
from dealer_console.game.replay import Fault, Replayed
from dealer_console.game.report import house_net, nets, tokes
from dealer_console.game.round_file import RoundFile
from dealer_console.game.state import Round, Settlement


class RoundTeller:
    """Tells one round, string by string as they are played."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False, soft_wrap=True)
        self.told: list[Settlement] = []

    def begin(self, file: Path, round_file: RoundFile) -> None:
        self.console.print(f"[bold]{escape(file.name)}[/bold]  {escape(round_file.rules)}")
        self.console.print(f"    wagers: {escape(', '.join(round_file.bets))}")

    def watch(self, round_: Round, number: int, text: str) -> None:
        now = prompt(round_)
        say = f'  [cyan]"{escape(now.say)}"[/cyan]' if now.say else ""
        rule = f"  [dim]{escape(now.clause)}[/dim]" if now.clause else ""
        self.console.print(f"{number:>4}  [bold]{escape(text)}[/bold]")
        self._tell_settlements(round_)
        if not round_.complete:
            self.console.print(f"        → {escape(now.do)}{say}{rule}")
        else:
            self.console.print(f"        → {escape(now.do)}{say}{rule}")

    def _tell_settlements(self, round_: Round) -> None:
        """A void takes earlier settlements back: everything from the first difference on is told anew."""
        kept = 0
        for before, now in zip(self.told, round_.settlements, strict=False):
            if before != now:
                break
            kept += 1
        self.told = list(round_.settlements)
        for each in self.told[kept:]:
            self.console.print(f"        {escape(_settled(each))}  [dim]{escape(each.rule)}[/dim]")

    def end(self, file: Path, replayed: Replayed, text: str | None) -> None:
        if replayed.fault is not None:
            self._tell_fault(file, replayed.fault, text, expected=replayed.fault_was_expected)
        round_ = replayed.round
        if round_ is not None and (replayed.fault is None or replayed.fault_was_expected):
            self._tell_sums(round_)
        for difference in replayed.differences:
            self.console.print(f"  [bold red]differs:[/bold red] {escape(difference)}")

    def _tell_sums(self, round_: Round) -> None:
        self._tell_hands(round_)
        waits = waiting_for(round_)
        if waits is not None:
            self.console.print(f"  [yellow]not complete: waiting for {escape(waits)}[/yellow]")
        sums = [f"{place} {show(amount)}" for place, amount in nets(round_).items()]
        sums += [f"toke {place} {show(amount)}" for place, amount in tokes(round_).items()]
        self.console.print(f"  net: {', '.join(sums)};  house {show(house_net(round_))}")

    def _tell_hands(self, round_: Round) -> None:
        table = Table(box=None, padding=(0, 2), show_header=False)
        dealer = round_.dealer
        for name, hand in [("dealer", dealer), *((each.id, each) for spot in round_.spots for each in spot.hands)]:
            marks = [word for word, is_so in _marks(hand) if is_so]
            total = f"soft {hand.total}" if hand.soft else str(hand.total)
            table.add_row(f"  {name}", " ".join(card.text for card in hand.cards), total, ", ".join(marks))
        self.console.print(table)

    def _tell_fault(self, file: Path, fault: Fault, text: str | None, *, expected: bool) -> None:
        word, colour = ("refused, as expected", "green") if expected else ("refused", "red")
        place = f"move {fault.move}" if fault.move else "outside play"
        rule = f" [{fault.rule}]" if fault.rule else ""
        self.console.print(f"  [bold {colour}]{word}[/bold {colour}] at {place}: {escape(fault.reason + rule)}")
        where = place_of(text, fault) if text is not None else None
        if where is not None:
            line, column, content = where
            self.console.print(f"  {escape(str(file))}:{line}:{column + 1}")
            self.console.print(f"    {escape(content)}")
            self.console.print(f"    {' ' * column}[bold {colour}]^[/bold {colour}]")


def _marks(hand: object) -> list[tuple[str, bool]]:
    names = {"natural": "natural", "doubled": "doubled", "surrendered": "surrendered", "busted": "bust", "dead": "dead"}
    marks = [(word, bool(getattr(hand, name))) for name, word in names.items()]
    return [*marks, ("switched", bool(getattr(getattr(hand, "spot", None), "switched", False)))]


def _settled(each: Settlement) -> str:
    place = each.hand or str(each.spot)
    bettor = f"/{each.bettor}" if each.bettor != 1 else ""
    return (
        f"{place}{bettor} {each.wager} {show(each.stake)}: {describe_settlement(each.outcome, each.pays, each.takes)}"
    )
