"""`dealer-console people`: who may do what at the table, and their PINs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, add_completion=False)

By = Annotated[str | None, typer.Option("--by", help="Who does this: name or badge; the PIN is asked for.")]
Book = Annotated[Path | None, typer.Option("--people", help="The book of people; the usual place without it.")]
Pepper = Annotated[Path | None, typer.Option("--pepper", help="The key file outside the book.")]
Roles = Annotated[
    list[str], typer.Option("--role", help="dealer, supervisor, pit-manager, technician, auditor; once for each role.")
]
Who = Annotated[str, typer.Argument(help="Name or badge.")]


def _desk(people: Path | None, pepper: Path | None) -> object:
    from dealer_console.commands.people import Desk, default_people_file, default_pepper_file

    return Desk(people=people or default_people_file(), pepper=pepper or default_pepper_file())


@app.command()
def add(
    name: Annotated[str, typer.Argument(help="The person's name.")],
    badge: Annotated[str, typer.Option("--badge", help="The number of the badge.")],
    role: Roles,
    by: By = None,
    people: Book = None,
    pepper: Pepper = None,
) -> None:
    """Enter a person; the first one makes the book."""
    from dealer_console.commands.people import add_person

    raise typer.Exit(add_person(name, badge, role, by=by, desk=_desk(people, pepper)))  # type: ignore[arg-type]


@app.command(name="list")
def list_(
    by: By = None,
    people: Book = None,
    pepper: Pepper = None,
    as_json: Annotated[bool, typer.Option("--json", help="For machines: JSON on standard output.")] = False,
) -> None:
    """Everybody, with roles and lock-outs."""
    from dealer_console.commands.people import list_people

    raise typer.Exit(list_people(by=by, as_json=as_json, desk=_desk(people, pepper)))  # type: ignore[arg-type]


@app.command()
def lock(
    who: Who,
    why: Annotated[str, typer.Option("--why", help="The reason, for the record.")],
    by: By = None,
    people: Book = None,
    pepper: Pepper = None,
) -> None:
    """Lock a person out."""
    from dealer_console.commands.people import lock_person

    raise typer.Exit(lock_person(who, why, by=by, desk=_desk(people, pepper)))  # type: ignore[arg-type]


@app.command()
def leave(who: Who, by: By = None, people: Book = None, pepper: Pepper = None) -> None:
    """End an employment: the person stays in the book and comes in no more."""
    from dealer_console.commands.people import leave_house

    raise typer.Exit(leave_house(who, by=by, desk=_desk(people, pepper)))  # type: ignore[arg-type]


@app.command()
def roles(who: Who, role: Roles, by: By = None, people: Book = None, pepper: Pepper = None) -> None:
    """Give a person other roles: these and no others from now on."""
    from dealer_console.commands.people import change_roles

    raise typer.Exit(change_roles(who, role, by=by, desk=_desk(people, pepper)))  # type: ignore[arg-type]


@app.command()
def unlock(who: Who, by: By = None, people: Book = None, pepper: Pepper = None) -> None:
    """End a lock-out, or a lock by hand."""
    from dealer_console.commands.people import unlock_person

    raise typer.Exit(unlock_person(who, by=by, desk=_desk(people, pepper)))  # type: ignore[arg-type]


@app.command(name="reset-pin")
def reset_pin(who: Who, by: By = None, people: Book = None, pepper: Pepper = None) -> None:
    """Give a person a new PIN."""
    from dealer_console.commands.people import reset_pin as reset

    raise typer.Exit(reset(who, by=by, desk=_desk(people, pepper)))  # type: ignore[arg-type]


@app.command(name="change-pin")
def change_pin(who: Who, people: Book = None, pepper: Pepper = None) -> None:
    """Change the own PIN, with the old one."""
    from dealer_console.commands.people import change_pin as change

    raise typer.Exit(change(who, desk=_desk(people, pepper)))  # type: ignore[arg-type]
