"""`dealer-console deck` and `read-card`: the optical reader from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

deck_app = typer.Typer(no_args_is_help=True, add_completion=False)

AsJson = Annotated[bool, typer.Option("--json", help="For machines: JSON on standard output.")]


@deck_app.command()
def enrol(
    folder: Annotated[
        Path, typer.Argument(help="52 pictures named As.png to Kc.png (or .jpg); back.png may be there.")
    ],
    name: Annotated[str, typer.Option("--name", help="How the design is called from now on.")],
    into: Annotated[Path | None, typer.Option("--into", help="The folder for the design; else your own.")] = None,
    height_mm: Annotated[float, typer.Option("--height-mm", min=40, max=160, help="Height of a card.")] = 88.0,
    as_json: AsJson = False,
) -> None:
    """Learn a design of cards from pictures, try it out, and tell which cards are hard to tell apart."""
    from dealer_console.commands.deck import enrol_deck

    raise typer.Exit(enrol_deck(folder, name, into=into, height_mm=height_mm, as_json=as_json))


@deck_app.command(name="list")
def list_(as_json: AsJson = False) -> None:
    """The designs that the optical reader knows."""
    from dealer_console.commands.deck import list_decks

    raise typer.Exit(list_decks(as_json=as_json))


def read_card(
    images: Annotated[list[Path], typer.Argument(metavar="IMAGE...", help="Pictures, or folders that hold them.")],
    deck: Annotated[
        list[str] | None, typer.Option("--deck", help="A design, may be given several times; all known without it.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Read face-up cards from pictures, one line each; what is not sure is UNREADABLE."""
    from dealer_console.commands.read_card import read_cards

    raise typer.Exit(read_cards(images, decks=deck or [], as_json=as_json))


def mount(app: typer.Typer) -> None:
    app.add_typer(deck_app, name="deck", help="Designs of cards for the optical reader: enrol, list.")
    app.command(name="read-card")(read_card)
