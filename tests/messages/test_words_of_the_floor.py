"""The pit speaks as people on a floor do: what was said before stands in no catalogue."""

from __future__ import annotations

import re

import pytest

from dealer_console.messages import words_of
from dealer_console.messages.catalogue import Catalogue

OLD = {
    "en": (
        "taking in the journals", "adding up", "no round fulfils", "remarks", "sittings", "theoretical loss",
        "points off", "win expected", "gaming day of the floor", "hand one card", "natural overlooked",
        "card misdelivered", "ruled; the table", "has been told", "has taken it", "closed ones", "open ones",
        "this is the top", "may come in", "book of people", "give it back", "pack with proof", "copy as .round",
    ),
    "es": ("libro de personas", "observaciones", "pérdida teórica", "puntos de diferencia", "sentadas"),
}  # fmt: skip
WHOLE = {"en": ("Staked", "House", "Result"), "es": ("Casa", "Apostado")}
SAID = {
    "pit-loading": ("Loading table history", "Cargando el historial de las mesas"),
    "pit-calculating": ("Calculating", "Calculando"),
    "pit-none-rounds": ("No rounds match", "Ninguna ronda coincide"),
    "pit-col-action": ("Action", "Acción"),
    "pit-col-win-loss": ("Win/Loss", "Gana/Pierde"),
    "pit-col-flags": ("Flags", "Marcas"),
    "pit-col-sessions": ("Sessions", "Sesiones"),
    "pit-col-theo": ("Theo", "Teórico"),
    "pit-col-actual": ("Actual", "Real"),
    "report-col-variance": ("Variance", "Varianza"),
    "report-col-theo-win": ("Theo win", "Ganancia teórica"),
    "report-title-day": ("Daily table games report", "Informe diario de juegos de mesa"),
    "report-all-tables": ("all tables", "todas las mesas"),
    "pit-irregular-hand-one-card": ("One card short", "Falta una carta"),
    "pit-irregular-natural-overlooked": ("Missed blackjack", "Blackjack no visto"),
    "pit-irregular-card-misdelivered": ("Card to wrong hand", "Carta a la mano equivocada"),
    "pit-show-closed": ("Show closed", "Mostrar cerradas"),
    "pit-active": ("Active", "Activo"),
    "pit-terminate": ("Terminate", "Dar de baja"),
    "pit-staff": ("Staff", "Personal"),
    "pit-dispute-file": ("Dispute file", "Expediente"),
    "pit-copy-round": ("Copy hand history", "Copiar la ronda"),
}


def said(language: str) -> dict[str, str]:
    """What people read; what a journal keeps stays as it was."""
    sources = Catalogue(language).sources()
    return {key: str(text).partition("=")[2].strip() for key, text in sources.items() if not key.endswith("-record")}


@pytest.mark.parametrize("language", OLD)
def test_the_words_of_before_stand_in_no_catalogue(language: str) -> None:
    texts = said(language)
    assert len(texts) > 1000
    pattern = re.compile("|".join(map(re.escape, OLD[language])), re.IGNORECASE)
    assert {key: text for key, text in texts.items() if pattern.search(text)} == {}
    assert {key: text for key, text in texts.items() if text in WHOLE[language]} == {}


def test_what_is_said_instead_in_both_languages() -> None:
    english, spanish = words_of("en"), words_of("es")
    assert {key: (english(key), spanish(key)) for key in SAID} == SAID
    assert english("pit-house-lost", amount="$375.00") == "the house lost $375.00"
    assert spanish("pit-house-lost", amount="$375.00") == "la casa perdió $375.00"
