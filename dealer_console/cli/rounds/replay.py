"""`dealer-console replay` and `new-round`: `.round` files replayed, and a commented template that replays as it stands.

Any number of files in one call are replayed one after the other, memory flat.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from dealer_console.cli.output import print_json, print_line, words
from dealer_console.cli.rounds.replay_text import RoundPrinter
from dealer_console.cli.verbs import AsJson, RoundFiles, RuleSet, refusing
from dealer_console.game.message import Message, joined
from dealer_console.game.round_files import replay as game_replay
from dealer_console.game.round_files.replay import Fault, Replayed, refused_before_start
from dealer_console.game.round_files.report import report
from dealer_console.game.round_files.round_file import BadRoundFile, RoundFile, read_round
from dealer_console.game.rules import Rules
from dealer_console.messages import recorded
from dealer_console.rulebook import BadFile, NoConfig, UnknownRules, load_rules
from dealer_console.rulebook.load import BadToml, parse_toml
from dealer_console.rulebook.problems import reason_of

SHOW_PROGRESS_EVERY = 100
SORT_UP_TO = 1_000


def replay(files: RoundFiles, as_json: AsJson = False) -> int:
    """The exit status is the highest of all files; the others are still replayed."""
    status = number = 0
    progress = sys.stderr.isatty() and not sys.stdout.isatty()
    for number, file in enumerate(_round_files(files), start=1):
        status = max(status, _one(file, as_json=as_json))
        if progress and number % SHOW_PROGRESS_EVERY == 0:
            sys.stderr.write(f"\r{words()('replay-progress', count=number)}")
    if progress and number >= SHOW_PROGRESS_EVERY:
        sys.stderr.write("\n")
    return status


def _round_files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from _in_folder(str(path))
        else:
            yield path


def _in_folder(folder: str) -> Iterator[Path]:
    """The rounds of a folder and its folders, by name; a very large folder in its own order, to keep memory flat."""
    with os.scandir(folder) as directory:
        few = list(islice(directory, SORT_UP_TO))
        rest = directory if len(few) == SORT_UP_TO else ()
        for entry in sorted(few, key=lambda file: file.name):
            yield from _entry(entry)
        few.clear()
        for entry in rest:
            yield from _entry(entry)


def _entry(entry: os.DirEntry[str]) -> Iterator[Path]:
    if entry.is_dir():
        yield from _in_folder(entry.path)
    elif entry.name.endswith(".round"):
        yield Path(entry.path)


def _one(file: Path, *, as_json: bool) -> int:
    printer = None if as_json else RoundPrinter()
    replayed, text = replay_file(file, printer)
    if printer is None:
        print_json({"file": str(file), **_data(replayed)})
    else:
        printer.end(file, replayed, text)
        print_line()
    return replayed.status


def replay_file(file: Path, printer: RoundPrinter | None = None) -> tuple[Replayed, str | None]:
    """Replay one file; the text of the file comes along so that a fault can be shown in it."""
    try:
        text = file.read_text("utf-8")
    except OSError as error:
        return _unreadable(str(file), Message("file-cannot-be-read", why=error.strerror or str(error))), None
    except UnicodeDecodeError as error:
        return _unreadable(str(file), Message("file-not-utf8", byte=error.start)), None
    return replay_text(text, file, printer), text


def replay_text(text: str, file: Path, printer: RoundPrinter | None = None) -> Replayed:
    round_file: RoundFile | None = None
    try:
        round_file = read_round(parse_toml(text))
        rules = load_rules(round_file.rules)
    except BadToml as error:
        return _unreadable("", error.message)
    except BadRoundFile as error:
        return _unreadable(error.text, error.message, error.column)
    except (UnknownRules, NoConfig) as error:
        return refused_before_start(round_file, round_file.rules if round_file else "", reason_of(error))
    except BadFile as error:
        return refused_before_start(round_file, round_file.rules if round_file else "", joined(error.messages))
    if printer is not None:
        printer.begin(file, round_file)
        return game_replay.replay(round_file, rules, printer.watch)
    return game_replay.replay(round_file, rules)


def _unreadable(text: str, reason: Message, column: int | None = None) -> Replayed:
    return Replayed(round=None, fault=Fault(move=0, text=text, reason=reason, column=column))


def _data(replayed: Replayed) -> dict[str, object]:
    fault, round_ = replayed.fault, replayed.round
    error = (
        {"move": fault.move, "text": fault.text, "reason": recorded(fault.reason), "rule": fault.rule}
        if fault
        else None
    )
    if error is not None and not replayed.fault_was_expected:
        return {"error": error}
    data: dict[str, object] = report(round_, recorded) if round_ is not None else {}
    if error is not None:
        data["refused"] = error
    if replayed.differences:
        data["differences"] = [recorded(difference) for difference in replayed.differences]
    return data


@refusing(UnknownRules, NoConfig, BadFile)
def new_round(rule_set: RuleSet) -> int:
    print_line(template(load_rules(rule_set)))
    return 0


def template(rules: Rules) -> str:
    choices = rules.choices
    side_bets = [f"{name}=5" if name != "free-bet" else "free-bet=25" for name in rules.side_bets]
    hands = "1a 1b 2a 2b" if rules.is_switch else "1a 2a"
    hole = choices["hole_card"].default
    last = hole == "last"
    lines = [
        f"# A round of {rules.title}. Lines that begin with # are comments.",
        f'rules = "{rules.name}"',
        "",
        "# The table's choices; leave a key out to take its default:",
        *(f"#   {key}: {_offer(choice.of)}" for key, choice in choices.items() if key != "match_pays"),
        f'table = {{ decks = {choices["decks"].default}, hole_card = "{hole}" }}',
        "",
        "# One text per bettor: SPOT[/BETTOR] AMOUNT and side bets by name.",
        f"#   on offer here: {', '.join(side_bets) or 'no side bets'}",
        'bets = ["1 25", "2 25"]',
        "",
        "# What happened, in order: runs of cards as they leave the shoe, and moves.",
        f"# First cards {hands}, the up-card, the second cards{'' if last else ', the hole card ??'}.",
        "play = [",
        '    "??",                       # the burn card, unseen',
        *_deal(rules, last=last),
        "]",
        "",
        "# For a test, say what must come out:",
        '# expect = ["1a main win 25", "net 1 25", "house -25"]',
    ]
    return "\n".join(lines)


def _offer(of: tuple[object, ...] | None) -> str:
    if of is None:
        return 'an amount: whole dollars or a text such as "12.50"'
    return " or ".join(
        str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)
        for value in of
    )


def _deal(rules: Rules, *, last: bool) -> list[str]:
    if rules.is_switch:
        deal = "Th 9c 8d 7s  6h  9d Ks 9h Qd" + ("" if last else "  ??")
        acts = ['    "1a stand", "1b stand",      # Th 9d: 19, 9c Ks: 19; a first decision declines the switch']
        acts.append('    "2 switch",                  # 8d Qd: 18, 7s 9h: 16')
        acts.append('    "2a stand", "2b stand",')
    else:
        deal = "Th 9c  6h  9d Ks  ??"
        acts = ['    "1a stand", "2a stand",']
    show = (
        '    "Td",                        # the dealer\'s second card: 16'
        if last
        else '    "reveal Td",                 # 16'
    )
    return [f'    "{deal}",', *acts, show, '    "9s",                        # 25']
