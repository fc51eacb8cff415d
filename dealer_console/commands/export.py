"""`dealer-console export`: rounds of a journal as `.round` files, each with its result as expectation."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path

from dealer_console.commands.speaking import complain, say, say_json
from dealer_console.game.money import parse_amount, show
from dealer_console.game.round_file import RoundFile, write_round
from dealer_console.journal.errors import JournalError
from dealer_console.journal.rounds import RecordedRound, recorded_rounds


def export_rounds(journal: Path, *, to: Path, numbers: Collection[int] = (), as_json: bool = False) -> int:
    """All rounds, or those with the given numbers, into a folder; nothing there is overwritten."""
    missing = set(numbers)
    try:
        to.mkdir(parents=True, exist_ok=True)
        for each in _chosen(journal, numbers):
            file = to / f"round-{each.number:06d}.round"
            with file.open("x", encoding="utf-8") as stream:
                stream.write(write_round(round_file(each)))
            missing.discard(each.number)
            if as_json:
                say_json({"round": each.number, "file": str(file)})
            else:
                say(str(file))
    except FileExistsError as error:
        return complain(f"{error.filename} exists already: export into an empty folder")
    except JournalError as error:
        return complain(str(error))
    except OSError as error:
        return complain(f"{error.filename or to}: {error.strerror or error}")
    if missing:
        return complain(f"{journal} has no round {', '.join(map(str, sorted(missing)))}")
    return 0


def _chosen(journal: Path, numbers: Collection[int]) -> Iterator[RecordedRound]:
    for each in recorded_rounds(journal):
        if not numbers or each.number in numbers:
            yield each


def round_file(each: RecordedRound) -> RoundFile:
    """With the house's and every bettor's result as expectation, once the round is over."""
    if each.house_net is None:
        return each.as_file()
    nets: dict[str, int] = {}
    for settled in each.settlements:
        if not str(settled["wager"]).startswith("toke."):
            place = str(settled["spot"]) if settled["bettor"] == 1 else f"{settled['spot']}/{settled['bettor']}"
            won, lost = parse_amount(str(settled["pays"])), parse_amount(str(settled["takes"]))
            nets[place] = nets.get(place, 0) + won - lost
    expect = [f"net {place} {show(amount)}" for place, amount in sorted(nets.items())]
    return replace(each.as_file(), expect=(*expect, f"house {each.house_net}"))
