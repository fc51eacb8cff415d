"""The help of every verb and option is in the catalogues, and is said in the language that was asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from dealer_console import cli
from dealer_console.cli.pit import review
from dealer_console.messages import words_of


def _commands() -> Iterator[tuple[str, Any]]:
    """Every verb with its path, those of groups too."""
    yield "dealer-console", typer.main.get_command(cli.app)
    yield "pit-review", typer.main.get_command(review.app)
    for verb in cli.VERBS:
        command = cli._load(verb)
        yield verb, command
        yield from ((f"{verb} {name}", inner) for name, inner in getattr(command, "commands", {}).items())


def test_every_verb_and_option_has_its_help_in_both_catalogues() -> None:
    for path, command in _commands():
        texts = [command.help, *(getattr(parameter, "help", None) for parameter in command.params)]
        for key in [text for text in texts if text is not None and text != "Show this message and exit."]:
            assert all(words_of(language).has(key) for language in ("en", "es")), (path, key)


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["--help"], ("Uso:", "Opciones:", "Comandos:", "Comprobar un diario")),
        (["floor", "--help"], ("La base de datos de todas las mesas", "Reenviar un diario sin la consola")),
        (["verify", "--help"], ("Argumentos:", "[obligatorio]", "Mostrar este mensaje y terminar.")),
    ],
)
def test_help_is_said_in_the_language_that_was_asked_for(
    arguments: list[str], wanted: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["dealer-console", "--language", "es", *arguments])
    with pytest.raises(SystemExit):
        cli.main()
    printed = " ".join(capsys.readouterr().out.split())
    assert all(text in printed for text in wanted), printed
    assert "help-" not in printed.replace("--help", "")
    assert not {"Usage:", "Options:", "Commands:"} & set(printed.split())
