"""The commands of `dealer-console` that open the dealer's console: demo and run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Platform = Annotated[
    str | None, typer.Option("--platform", help="Qt's platform: xcb, wayland, eglfs, vnc:port=5901, offscreen.")
]
Size = Annotated[str, typer.Option("--size", help="1280x800, 1920x1080 or 1024x768.")]
Inches = Annotated[float | None, typer.Option("--inches", help="The display's diagonal, when it tells a wrong one.")]
Theme = Annotated[str, typer.Option("--theme", help="dark, light or high-contrast.")]
Language = Annotated[str, typer.Option("--language", help="en or es.")]
LargeText = Annotated[bool, typer.Option("--large-text", help="Larger letters.")]
FourColours = Annotated[bool, typer.Option("--four-colours", help="Clubs green, diamonds blue.")]
FullScreen = Annotated[bool, typer.Option("--full-screen", help="Over the whole display, without a frame.")]
Touchables = Annotated[
    Path | None, typer.Option("--touchables", hidden=True, help="Write where everything lies, for a robot finger.")
]
Devices = Annotated[bool, typer.Option("--devices/--no-devices", help="With simulated machines, or cards by hand.")]


def demo(
    rule_set: Annotated[str, typer.Option("--rules", help="The rule set.")] = "massachusetts-switch",
    autoplay: Annotated[bool, typer.Option("--autoplay", help="The table deals by itself.")] = False,
    closed: Annotated[bool, typer.Option("--closed", help="Begin with a closed table: open it yourself.")] = False,
    devices: Devices = True,
    screenshot: Annotated[
        Path | None, typer.Option("--screenshot", help="Write the pictures of a round into this folder and end.")
    ] = None,
    folder: Annotated[Path | None, typer.Option("--folder", help="Where the demonstration keeps its files.")] = None,
    go_on: Annotated[bool, typer.Option("--continue", help="Go on with the last demonstration.")] = False,
    seed: Annotated[int | None, typer.Option("--seed", help="The same cards each time.")] = None,
    pace: Annotated[float, typer.Option("--pace", help="Seconds that hands take for a card.")] = 0.45,
    cards: Annotated[str, typer.Option("--cards", help='Cards that come first: "2c Th 5s".')] = "",
    control: Annotated[
        str | None, typer.Option("--control", help="Hands of a trainer: tcp://127.0.0.1:0 takes `shoe power off`.")
    ] = None,
    terminal: Annotated[bool, typer.Option("--terminal", help="No window: a round in the terminal.")] = False,
    platform: Platform = None,
    size: Size = "1280x800",
    inches: Inches = None,
    theme: Theme = "dark",
    language: Language = "en",
    large_text: LargeText = False,
    four_colours: FourColours = False,
    full_screen: FullScreen = False,
    touchables: Touchables = None,
) -> None:
    """A table to try: simulated shoe, shuffler and reader, training people, and the dealer's console."""
    from dealer_console.commands.demo import DemoWishes, deal_demonstration, run_demo
    from dealer_console.console_launch import WindowWishes

    if terminal:
        raise typer.Exit(deal_demonstration())
    wishes = DemoWishes(
        rules=rule_set,
        autoplay=autoplay,
        closed=closed,
        devices=devices,
        screenshot=screenshot,
        folder=folder,
        go_on=go_on,
        seed=seed,
        pace=pace,
        cards=cards,
        control=control,
        window=WindowWishes(
            platform=platform,
            size=size,
            inches=inches,
            theme=theme,
            language=language,
            large_text=large_text,
            four_colours=four_colours,
            full_screen=full_screen,
            touchables=touchables,
        ),
    )
    raise typer.Exit(run_demo(wishes))


def run(
    table: Annotated[Path, typer.Option("--table", help="The table's file, or the name of a built-in one.")],
    data: Annotated[Path | None, typer.Option("--data", help="Where journals and keys lie; the usual place.")] = None,
    people: Annotated[Path | None, typer.Option("--people", help="The book of people.")] = None,
    pepper: Annotated[Path | None, typer.Option("--pepper", help="The key file outside the book.")] = None,
    registry: Annotated[Path | None, typer.Option("--registry", help="The list of paired devices.")] = None,
    simulators: Annotated[
        bool, typer.Option("--simulators", help="For training: ports of the file may be simulators.")
    ] = False,
    platform: Platform = None,
    size: Size = "1280x800",
    inches: Inches = None,
    theme: Theme = "dark",
    language: Language = "en",
    large_text: LargeText = False,
    four_colours: FourColours = False,
    full_screen: FullScreen = False,
    touchables: Touchables = None,
) -> None:
    """The dealer's console of a real table."""
    from dealer_console.commands.run import RunWishes, run_table
    from dealer_console.console_launch import WindowWishes

    wishes = RunWishes(
        table=table,
        data=data,
        people=people,
        pepper=pepper,
        registry=registry,
        simulators=simulators,
        window=WindowWishes(
            platform=platform,
            size=size,
            inches=inches,
            theme=theme,
            language=language,
            large_text=large_text,
            four_colours=four_colours,
            full_screen=full_screen,
            touchables=touchables,
        ),
    )
    raise typer.Exit(run_table(wishes))


def mount(app: typer.Typer) -> None:
    app.command()(demo)
    app.command()(run)
