"""`hardware-sims shuffle-lab`: is the shuffle of a device random?"""

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import typer
from rich.status import Status
from rich.table import Table

from hardware_sims.capture import written_whole
from hardware_sims.endpoints.sim_url import is_simulator
from hardware_sims.shuffle_lab.orders import Cycle, OrdersError, cards_of, device_of, read_orders, write_orders
from hardware_sims.shuffle_lab.verdict import CONFIDENCE, FEWEST_CYCLES, VERSION, Analysis, analysed, p_text
from hardware_sims.tools.check import opened_bench
from hardware_sims.tools.conformance.bench import Bench
from hardware_sims.tools.conformance.items.batch_shuffler import CYCLE, emptied
from hardware_sims.tools.conformance.items.item import FailedError, SkippedError
from hardware_sims.tools.conformance.runner import put_in_order
from hardware_sims.tools.output import (
    CHECK_FAILED,
    Baud,
    CannotRunError,
    KeyFile,
    ending,
    key_text,
    print_note,
    terminal,
)
from hardware_sims.wire.constants import CAPS, VERDICTS, card_text, decks


def recorded_cycles(bench: Bench, count: int, packs: int) -> Iterator[Cycle]:
    """`count` cycles of so many decks. Each goes in as a new pack, so that each begins at the same order."""
    cards = tuple(card_text(card) for card in decks(packs))
    emptied(bench)
    bench.done("ENABLE")
    for _ in range(count):
        bench.drain()
        bench.do("load " + "".join(cards))
        batch = int(bench.status()["a"]) + 1
        checked = packs if bench.identity["caps"] & CAPS["identities"] else 0
        bench.done("SHUFFLE", batch=batch, decks=checked, expected=len(cards))
        verdict = bench.events_until("SHUFFLE_DONE", CYCLE)[-1]["verdict"]
        if verdict != VERDICTS["OK"]:
            raise OrdersError(f"the shuffler finds the cards wrong: verdict {verdict} on {len(cards)} cards")
        bench.done("RELEASE", batch=batch)
        order = cards_of(bench.do("take").rpartition(" ")[2])
        if sorted(order) != sorted(cards):
            raise OrdersError(
                "whoever took the cards out did not tell their order; record the orders in a file instead"
            )
        bench.events_until("BATCH_OUT", CYCLE)
        yield Cycle(cards_in=cards, cards_out=order)


_MOST_DECKS = 8


def shuffle_lab(
    source: Annotated[
        str, typer.Argument(metavar="PORT|FILE", help="A batch shuffler's line, sim://batch-shuffler, or orders.")
    ],
    cycles: Annotated[int, typer.Option(min=FEWEST_CYCLES, help="How many shuffles to record.")] = 100,
    confidence: Annotated[float, typer.Option(min=0.9, max=0.9999, help="The confidence limit.")] = CONFIDENCE,
    packs: Annotated[int, typer.Option("--decks", min=1, max=_MOST_DECKS, help="Decks in each shuffle.")] = 1,
    key: Annotated[str | None, typer.Option(metavar="HEX", help="The device's key, if it is paired.")] = None,
    key_file: KeyFile = None,
    baud: Baud = None,
    hands: Annotated[
        str | None, typer.Option(metavar="URL", help="The control port that loads the cards and tells their order.")
    ] = None,
    time_scale: Annotated[float, typer.Option(min=0.01, help="The simulator at PORT runs this much faster.")] = 1.0,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the recorded orders.")] = None,
    pdf: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the report as PDF.")] = None,
    plots: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Write the pictures as SVG.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print the verdict only.")] = False,
) -> None:
    """Examine orders before and after many shuffles: six tests, a verdict with its confidence, pictures, PDF, JSON."""
    with ending(), ExitStack() as leave:
        if Path(source).is_file() and not is_simulator(source):
            evidence = Path(source).read_text(encoding="utf-8", errors="replace")
            orders = list(read_orders(evidence.splitlines(), source))
            device = device_of(evidence) or source
        else:
            if hands == "ask":
                raise CannotRunError("nobody types 52 cards a hundred times", "Record the orders in a file.")
            bench = opened_bench(source, "batch-shuffler", key_text(key, key_file), hands, time_scale, baud, leave)
            orders, device = _from_device(bench, cycles, packs)
            evidence = "\n".join(write_orders(orders, device)) + "\n"
        analysis = analysed(orders, confidence)
        identity = _identity(device, evidence)
        _write_files(analysis, identity, evidence, save=save, pdf=pdf, plots=plots)
        if as_json:
            sys.stdout.write(json.dumps({**identity, **analysis.as_json()}, ensure_ascii=False, indent=2) + "\n")
        else:
            _print(analysis, quiet=quiet)
        if not analysis.passed:
            raise typer.Exit(CHECK_FAILED)


def _from_device(bench: object, count: int, packs: int) -> tuple[list[Cycle], str]:
    if not isinstance(bench, Bench) or bench.family != "b":
        raise CannotRunError("only a batch shuffler takes cards in one order and gives them in another", "Name one.")
    orders: list[Cycle] = []
    try:
        put_in_order(bench)
        with Status("", console=terminal(stderr=True), spinner="line") as progress:
            for cycle in recorded_cycles(bench, count, packs):
                orders.append(cycle)
                progress.update(f"cycle {len(orders)} of {count}")
    except (FailedError, SkippedError) as problem:
        raise CannotRunError(
            f"cycle {len(orders) + 1}: {problem}", "Put the shuffler in order, or give --hands."
        ) from None
    return orders, f"{bench.identity['serial']} {bench.identity['model']} firmware {bench.identity['fw']}"


def _identity(device: str, evidence: str) -> dict[str, str]:
    return {
        "device": device,
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "examination": f"shuffle laboratory, version {VERSION}",
        "orders_sha256": sha256(evidence.encode()).hexdigest(),
    }


def _write_files(
    analysis: Analysis,
    identity: dict[str, str],
    evidence: str,
    *,
    save: Path | None,
    pdf: Path | None,
    plots: Path | None,
) -> None:
    if save is not None:
        with written_whole(save) as out:
            out.write(evidence)
    if pdf is None and plots is None:
        return
    try:
        from hardware_sims.shuffle_lab.paper import write_pdf, write_plots
    except ModuleNotFoundError:
        raise CannotRunError("reportlab is not installed", "pip install 'hardware-sims[paper]'") from None
    if pdf is not None:
        write_pdf(pdf, analysis, identity)
    if plots is not None:
        write_plots(plots, analysis)


def _print(analysis: Analysis, *, quiet: bool) -> None:
    console = terminal(soft_wrap=True, highlight=False, markup=False, emoji=False)
    if not quiet:
        table = Table("test", "observed", "expected", "p", "", "over", box=None, pad_edge=False)
        for statistic in analysis.statistics:
            mark = "significant" if statistic in analysis.significant else ""
            figures = f"{statistic.observed:.4f}", f"{statistic.expected:.4f}", p_text(statistic.p)
            table.add_row(statistic.name, *figures, mark, statistic.detail)
        console.print(table)
    console.print(analysis.sentence(), style="bold green" if analysis.passed else "bold red")
    if not quiet:
        print_note(analysis.error_rate())
