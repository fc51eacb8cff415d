"""`hardware-sims monitor`: a line, live."""

from collections.abc import Callable
from typing import Annotated

import typer
from rich.live import Live

from hardware_sims.capture import CaptureLine, Channel, Dialect
from hardware_sims.tools.exit_status import Baud, DialectName, KeyFile, ending, key_from, tell
from hardware_sims.tools.line.endpoint_bridge import EndpointBridge
from hardware_sims.tools.line.line_tap import Heard, Tap, unix_us
from hardware_sims.tools.line.open_line import open_line
from hardware_sims.tools.record import ends_cleanly
from hardware_sims.tools.rows.decoder import Decoder
from hardware_sims.tools.rows.line_view import LineView
from hardware_sims.tools.rows.printer import TablePrinter
from hardware_sims.tools.rows.row import Row
from hardware_sims.tools.terminal import terminal


def _follow(tap: Tap, channel: Channel, key: bytes | None, seconds: float | None, show: Callable[[Row], None]) -> None:
    """Rows as they come, until the time is over or somebody stops it."""
    decoder = Decoder(key=key)

    def take(heard: Heard) -> None:
        line = CaptureLine(at_us=heard.at_us, channel=channel.name, direction=heard.direction, data=heard.data)
        for row in decoder.feed(channel, line):
            show(row)

    with ends_cleanly(tap):
        for heard in tap.listen(seconds):
            if heard is not None:
                take(heard)
                continue
            for row in decoder.idle(unix_us()):
                show(row)
    for heard in tap.rest():
        take(heard)
    for row in decoder.end():
        show(row)


def monitor(
    port: Annotated[str, typer.Argument(metavar="PORT", help="Where the device is.")],
    dialect: Annotated[DialectName, typer.Option(help="What is spoken on the line.")] = DialectName.TABLELINK,
    listen: Annotated[
        str | None, typer.Option(metavar="WHERE", help="Sit between: the host meets us there, as with record.")
    ] = None,
    key: Annotated[str | None, typer.Option(metavar="HEX", help="Check the MAC of every frame.")] = None,
    key_file: KeyFile = None,
    baud: Baud = None,
    seconds: Annotated[float | None, typer.Option("--for", metavar="S", help="End after so many seconds.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Only the summary at the end.")] = False,
) -> None:
    """Watch frames, states and error rates as they come. Without a terminal: one line per frame."""
    with ending():
        spoken: Dialect = "angel-eye" if dialect is DialectName.ANGEL_EYE else "tablelink"
        known_key = key_from(key, key_file)
        meeting = None if listen is None else EndpointBridge(listen)
        if meeting is not None and not quiet:
            tell(f"the host opens {meeting.name}")
        tap = Tap(open_line(port, spoken, baud), port, spoken, meeting)
        view = LineView()
        try:
            _show(tap, Channel(name="line0", dialect=spoken), known_key, seconds, view, quiet=quiet)
        finally:
            tap.close()
        tell(view.summary())


def _show(tap: Tap, channel: Channel, key: bytes | None, seconds: float | None, view: LineView, *, quiet: bool) -> None:
    console = terminal()
    if quiet:
        _follow(tap, channel, key, seconds, view.add)
    elif console.is_terminal:
        with Live(console=console, refresh_per_second=8, transient=True) as live:

            def redraw(row: Row) -> None:
                view.add(row)
                live.update(view.shown(console.width))

            _follow(tap, channel, key, seconds, redraw)
    else:
        printer = TablePrinter()

        def plain(row: Row) -> None:
            view.add(row)
            printer.row(row)

        _follow(tap, channel, key, seconds, plain)
