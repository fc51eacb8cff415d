"""`dealer-console simulate`: a whole table in virtual time, with mishaps; exit status 1 when a promise was broken."""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from hashlib import sha256
from multiprocessing import get_context
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from dealer_console.cli.output import print_error, print_json, say_line
from dealer_console.cli.terminal import terminal
from dealer_console.cli.verbs import AsJson, refusing
from dealer_console.game.message import Message
from dealer_console.rulebook import BadFile, NoConfig, UnknownRules, load_rules
from dealer_console.rulebook.load import config_folder
from dealer_console.simulation.mishaps import UnknownMishap, groups_of
from dealer_console.simulation.run import Result, SimulatedTable

Share = tuple[str, int, int]  # rule set, seed, rounds
OnProgress = Callable[[int, str], None]  # how many rounds are dealt, and where the last one was

ROUNDS_AT_A_TABLE = 100  # a new table, with new devices and a new journal, after so many
MOST_ROUNDS = 1_000_000
# A process of its own takes a second to begin: below this many rounds one deals all tables.
WORTH_SHARING = 200


@refusing(UnknownMishap, UnknownRules, NoConfig, BadFile)
def simulate(
    rounds: Annotated[int, typer.Option("--rounds", help="help-simulate-rounds")],
    seed: Annotated[int, typer.Option("--seed", help="help-demo-floor-seed")],
    rules: Annotated[str | None, typer.Option("--rules", help="help-simulate-rules")] = None,
    faults: Annotated[str, typer.Option("--faults", help="help-simulate-faults")] = "all",
    jobs: Annotated[int | None, typer.Option("--jobs", help="help-simulate-jobs")] = None,
    as_json: AsJson = False,
) -> int:
    """Deals rounds, over all rule sets in turn when none is named. The answer depends on these arguments alone, and
    not on how many processes share the work."""
    if not 1 <= rounds <= MOST_ROUNDS:
        return print_error(Message("command-rounds-simulate-deals-more", rounds=rounds, most=f"{MOST_ROUNDS:,}"))
    jobs = os.cpu_count() or 1 if jobs is None else jobs
    if jobs < 1:
        return print_error(Message("command-jobs-least-one-process", jobs=jobs))
    groups = groups_of(faults)
    names = [load_rules(rules).name] if rules is not None else _all_rules()
    results = _deal(_shares(names, rounds, seed), rounds, groups, jobs, quiet=as_json)
    violations: Counter[str] = sum((result.violations for result in results), Counter())
    for result in results:
        for example in result.examples:
            sys.stderr.write(f"{result.rules}, seed {result.seed}: {example}\n")
    _report(results, violations, seed, faults, as_json)
    return 1 if violations else 0


def _all_rules() -> list[str]:
    return sorted(file.stem for file in (config_folder() / "rulesets").glob("*.toml"))


def _shares(names: list[str], rounds: int, seed: int) -> list[Share]:
    """Which table deals how many rounds: (rule set, seed, rounds), one rule set after the other."""
    shares: list[Share] = []
    left, turn = rounds, 0
    share = min(ROUNDS_AT_A_TABLE, -(-rounds // len(names)))
    while left > 0:
        number = min(share, left)
        shares.append((names[turn % len(names)], seed + turn // len(names), number))
        left, turn = left - number, turn + 1
    return shares


def _deal(shares: list[Share], rounds: int, groups: tuple[str, ...], jobs: int, *, quiet: bool) -> list[Result]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=terminal(stderr=True), disable=quiet or not sys.stderr.isatty()) as bar:
        task = bar.add_task("rounds", total=rounds)

        def on_progress(dealt: int, name: str) -> None:
            bar.update(task, completed=dealt, description=name)

        if jobs == 1 or len(shares) == 1 or rounds < WORTH_SHARING:
            return _one_after_the_other(shares, groups, on_progress)
        return _beside_each_other(shares, groups, min(jobs, len(shares)), on_progress)


def _one_after_the_other(shares: list[Share], groups: tuple[str, ...], on_progress: OnProgress) -> list[Result]:
    results: list[Result] = []
    dealt = 0
    for name, seed, share in shares:

        def closed(number: int, name: str = name, before: int = dealt) -> None:
            on_progress(before + number, name)

        results.append(SimulatedTable(name, seed, groups).run(share, closed))
        dealt += share
    return results


def _beside_each_other(
    shares: list[Share], groups: tuple[str, ...], jobs: int, on_progress: OnProgress
) -> list[Result]:
    """In processes of their own. Ctrl-C ends these at once, and then us."""
    results: dict[int, Result] = {}
    dealt = 0
    ends_with_us = (signal.SIGINT, signal.SIG_DFL)
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=signal.signal, initargs=ends_with_us) as pool:
        places = {pool.submit(_table, share, groups): place for place, share in enumerate(shares)}
        for future in as_completed(places):
            name, _, share = shares[places[future]]
            results[places[future]] = future.result()
            dealt += share
            on_progress(dealt, name)
    return [results[place] for place in range(len(shares))]


def _table(share: Share, groups: tuple[str, ...]) -> Result:
    name, seed, rounds = share
    return SimulatedTable(name, seed, groups).run(rounds)


def _report(results: list[Result], violations: Counter[str], seed: int, faults: str, as_json: bool) -> None:
    head = sha256("".join(result.head for result in results).encode()).hexdigest()
    rounds, entries = sum(result.rounds for result in results), sum(result.entries for result in results)
    if as_json:
        summary = {
            "rounds": rounds,
            "entries": entries,
            "head": results[0].head if len(results) == 1 else head,
            "tables": len(results),
            "seed": seed,
            "faults": faults,
            "rules": sorted({result.rules for result in results}),
            "late_calls": sum(result.late_calls for result in results),
            "violations": dict(sorted(violations.items())),
        }
        print_json(summary)
        return
    mishaps = sum(result.mishaps for result in results)
    say_line("out-simulated", rounds=rounds, tables=len(results), entries=entries, mishaps=mishaps)
    say_line("out-late-calls", count=sum(result.late_calls for result in results))
    say_line("out-head", head=results[0].head if len(results) == 1 else head)
    broken = str(dict(sorted(violations.items())))
    say_line("out-promises-broken", broken=broken) if violations else say_line("out-promises-kept")
