"""`pit-review`: the supervisor's window, on a journal, a folder of journals, or the floor's database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(add_completion=False)


@app.command()
def review(
    target: Annotated[
        str | None,
        typer.Argument(
            help="A journal, a folder of journals, or postgresql://login@host/database; "
            "without it, the journals of this machine's tables."
        ),
    ] = None,
    people: Annotated[
        Path | None, typer.Option("--people", help="The book of people; the usual place without it.")
    ] = None,
    pepper: Annotated[Path | None, typer.Option("--pepper", help="The key file outside the book.")] = None,
    training: Annotated[
        bool, typer.Option("--training", help="With training people, whose PINs stand on the screen.")
    ] = False,
    save_to: Annotated[Path | None, typer.Option("--save-to", help="Where reports and dispute packs go.")] = None,
    platform: Annotated[
        str | None, typer.Option("--platform", help="Qt's platform: xcb, wayland, eglfs, vnc:port=5901, offscreen.")
    ] = None,
    size: Annotated[str, typer.Option("--size", help="1280x800, 1920x1080 or 1024x768.")] = "1280x800",
    inches: Annotated[float | None, typer.Option("--inches", help="The display's diagonal.")] = None,
    theme: Annotated[str, typer.Option("--theme", help="dark, light or high-contrast.")] = "dark",
    large_text: Annotated[bool, typer.Option("--large-text", help="Larger letters.")] = False,
    four_colours: Annotated[bool, typer.Option("--four-colours", help="Clubs green, diamonds blue.")] = False,
    full_screen: Annotated[
        bool, typer.Option("--full-screen", help="Over the whole display, without a frame.")
    ] = False,
) -> None:
    """Board, rulings, rounds and their replay, reports, evidence, people, players."""
    from dealer_console.commands.pit_review import ReviewWishes, run_review
    from dealer_console.console_launch import WindowWishes

    window = WindowWishes(
        platform=platform,
        size=size,
        inches=inches,
        theme=theme,
        large_text=large_text,
        four_colours=four_colours,
        full_screen=full_screen,
    )
    wishes = ReviewWishes(
        target=target, people=people, pepper=pepper, training=training, save_to=save_to, window=window
    )
    raise typer.Exit(run_review(wishes))


def main() -> None:
    app()


if __name__ == "__main__":
    main()
