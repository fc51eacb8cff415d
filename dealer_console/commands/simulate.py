"""`dealer-console simulate`: a whole table in virtual time, with mishaps; exit status 1 when a promise was broken."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from hashlib import sha256

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from dealer_console.commands.speaking import complain, say, say_json
from dealer_console.proof.simulate.mishaps import UnknownMishap, groups_of
from dealer_console.proof.simulate.run import Result, SimulatedTable
from dealer_console.rulebook import BadFile, NoConfig, UnknownRules, load_rules
from dealer_console.rulebook.load import config_folder

ROUNDS_AT_A_TABLE = 100  # a new table, with new devices and a new journal, after so many


def simulate(*, rounds: int, seed: int, rules: str | None = None, faults: str = "all", as_json: bool = False) -> int:
    """Deals rounds, over all rule sets in turn when none is named. The answer depends on the arguments alone."""
    if rounds < 1:
        return complain(f"{rounds} rounds: simulate deals at least one")
    try:
        groups = groups_of(faults)
        names = [load_rules(rules).name] if rules is not None else _all_rules()
    except (UnknownMishap, UnknownRules, NoConfig, BadFile) as error:
        return complain(str(error))
    results = _deal(_shares(names, rounds, seed), rounds, groups, quiet=as_json)
    violations: Counter[str] = sum((each.violations for each in results), Counter())
    for result in results:
        for example in result.examples:
            sys.stderr.write(f"{result.rules}, seed {result.seed}: {example}\n")
    _report(results, violations, seed, faults, as_json)
    return 1 if violations else 0


def _all_rules() -> list[str]:
    return sorted(file.stem for file in (config_folder() / "rulesets").glob("*.toml"))


def _shares(names: list[str], rounds: int, seed: int) -> list[tuple[str, int, int]]:
    """Which table deals how many rounds: (rule set, seed, rounds), one rule set after the other."""
    found: list[tuple[str, int, int]] = []
    left, turn = rounds, 0
    share = min(ROUNDS_AT_A_TABLE, -(-rounds // len(names)))
    while left > 0:
        number = min(share, left)
        found.append((names[turn % len(names)], seed + turn // len(names), number))
        left, turn = left - number, turn + 1
    return found


def _deal(shares: list[tuple[str, int, int]], rounds: int, groups: tuple[str, ...], *, quiet: bool) -> list[Result]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    results: list[Result] = []
    with Progress(*columns, console=Console(stderr=True), disable=quiet or not sys.stderr.isatty()) as bar:
        task = bar.add_task("rounds", total=rounds)
        dealt = 0
        for name, seed, share in shares:
            bar.update(task, description=name)

            def told(closed: int, before: int = dealt) -> None:
                bar.update(task, completed=before + closed)

            results.append(_table(name, seed, share, groups, told))
            dealt += share
    return results


def _table(name: str, seed: int, rounds: int, groups: tuple[str, ...], told: Callable[[int], None]) -> Result:
    return SimulatedTable(name, seed, groups).run(rounds, told)


def _report(results: list[Result], violations: Counter[str], seed: int, faults: str, as_json: bool) -> None:
    head = sha256("".join(each.head for each in results).encode()).hexdigest()
    rounds, entries = sum(each.rounds for each in results), sum(each.entries for each in results)
    if as_json:
        found = {
            "rounds": rounds,
            "entries": entries,
            "head": results[0].head if len(results) == 1 else head,
            "tables": len(results),
            "seed": seed,
            "faults": faults,
            "rules": sorted({each.rules for each in results}),
            "violations": dict(sorted(violations.items())),
        }
        say_json(found)
        return
    mishaps = sum(each.mishaps for each in results)
    say(f"{rounds} rounds at {len(results)} tables, {entries} journal entries, {mishaps} mishaps of machines")
    say(f"head {results[0].head if len(results) == 1 else head}")
    say("no promise was broken" if not violations else f"BROKEN: {dict(sorted(violations.items()))}")
