"""The words that a dealer says, in both languages and in US and UK spelling; the words of before stand nowhere."""

from __future__ import annotations

import re

import pytest

from dealer_console.messages import words_of
from dealer_console.messages.catalogue import Catalogue

# key and fields: US, UK, Spanish
SAID: dict[str, tuple[dict[str, object], str, str, str]] = {
    "mark-bust": ({}, "bust", "bust", "se pasa"),
    "dealer-busts": (
        {"total": 23},
        "Dealer busts with 23",
        "Dealer busts with 23",
        "El crupier se pasa con 23",
    ),
    "mark-natural": ({}, "blackjack", "blackjack", "blackjack"),
    "total-blackjack": ({}, "blackjack", "blackjack", "blackjack"),
    "prompt-offer": (
        {"spot": 2, "total": "18"},
        "Spot 2, first hand 18. Switch?",
        "Box 2, first hand 18. Switch?",
        "Puesto 2, primera mano 18. ¿Cambia?",
    ),
    "act-keep": ({}, "No switch", "No switch", "Sin cambio"),
    "act-take_back": ({}, "Undo switch", "Undo switch", "Deshacer cambio"),
    "act-insurance_closed": ({}, "Close insurance", "Close insurance", "Cerrar seguro"),
    "act-clear": ({}, "No blackjack", "No blackjack", "Sin blackjack"),
    "take-and-pay": (
        {},
        "take and pay, right to left",
        "take and pay, right to left",
        "cobre y pague desde la derecha",
    ),
    "late-give_back": ({"amount": "25"}, "return 25", "return 25", "devuelva 25"),
    "bets-down": ({}, "No more bets", "No more bets", "No va más"),
    "bets-same": ({}, "Repeat bets", "Repeat bets", "Repetir apuestas"),
    "table-called": ({}, "Money plays", "Cash plays", "Juega el efectivo"),
    "sign-in": ({}, "Sign in", "Sign in", "Entrar"),
    "sign-out": ({}, "Sign out", "Sign out", "Salir"),
    "request-approve": ({}, "Approve", "Approve", "Aprobar"),
    "request-title": ({}, "Supervisor needed", "Supervisor needed", "Hace falta un supervisor"),
    "chips-fill": ({}, "Request fill", "Request fill", "Pedir reposición"),
    "chips-open": ({}, "Opening count", "Opening count", "Recuento de apertura"),
    "prompt-not_open": ({}, "Table closed", "Table closed", "Mesa cerrada"),
    "prompt-no_cards": ({}, "Shoe empty", "Shoe empty", "Sabot vacío"),
    "prompt-shoe_over": ({}, "Shoe finished, shuffle", "Shoe finished, shuffle", "Sabot terminado, mezcle"),
    "next-bring-decks": ({}, "cards to the table", "cards to the table", "cartas a la mesa"),
    "shoe-inspected": ({}, "Inspected", "Inspected", "Revisadas"),
    "top-cutting_card": ({}, "cut card out", "cutting card out", "carta de corte fuera"),
    "light-without": ({}, "not in use", "not in use", "sin usar"),
    "cards-is_shoe": (
        {"card": "3♠"},
        "Shoe read 3♠. Actual card?",
        "Shoe read 3♠. Actual card?",
        "El sabot leyó 3♠. ¿Qué carta es?",
    ),
    "floor-in_step": ({}, "synced", "synced", "al día"),
    "floor-away": ({"behind": 12}, "offline, 12 to send", "offline, 12 to send", "sin conexión, 12 por enviar"),
}


@pytest.mark.parametrize("key", SAID)
def test_the_word_of_the_floor(key: str) -> None:
    fields, us, uk, spanish = SAID[key]
    said = [words_of(language)(key, **fields) for language in ("en", "en-GB", "es")]
    assert said == [us, uk, spanish]


def test_a_device_in_the_words_of_the_floor() -> None:
    words, es = words_of("en"), words_of("es")
    shoe = {"device": words("device-shoe"), "meaning": ""}
    assert words("banner-away", **shoe).strip() == "Shoe disconnected."
    assert words("banner-distrusted", **shoe).strip() == "Shoe locked: needs a supervisor."
    assert "ignored this round" in words("banner-without-shoe")
    assert "bloqueo" in es("banner-distrusted", **shoe)


# What stood there before; "record" entries keep what old journals and round files say.
OLD = (
    r"\}, too many$",
    r"\bWagers down\b",
    r"\bAs last round\b",
    r"from the highest spot down",
    r"\bInsurance closed\b",
    r"\bnot listened to\b",
    r"\bleft out\b",
    r"\bCalled wager\b",
    r"\btakes? back the switch\b",
    r"\bgive[^.]{0,16} back\b",
    r"\bAsk for a fill\b",
    r"\bCount the tray to open\b",
    r"\b[Aa] second person decides\b",
    r"\bThe table is not open\b",
    r"\bthe shoe is over\b",
    r"\b[Bb]ring the decks in\b",
    r"\bFanned and checked\b",
    r"\bjams or contradicts\b",
    r"what lies there\?",
    r"\bin step\b",
    r"\baway, .* wait\b",
    r"\bis a natural\b",
    r"\bsoft 21 or switch\b",
    r"\bp\d asks\b",
    r"\b[Cc]alled wagers?\b",
    r"\bask for a fill\b",
    r"\bfanned\b",
    r"\bdistrusted\b",
    r"\bmove to take back\b",
    r"\bkeeps$",
    r"\bswitch or keep\b",
    r"\btook (its|the) switch back\b",
    r"\bthe table is not open\b",
    r"\bcontradicts itself$",
)
OLD_US = (r"\bcutting card\b",)
OLD_SPANISH = (
    r"\bblackjack natural\b",
    r"\bdemasiadas$",
    r"\btraiga las barajas\b",
    r"no se escucha",
    r"no es de fiar",
    r"sin confianza",
    r"\b[Ll]a mesa no está abierta\b",
    r"\b[Rr]elleno\b",
    r"\bde palabra\b",
)


@pytest.mark.parametrize(
    ("language", "old"), [("en", OLD + OLD_US), ("en-GB", OLD), ("es", OLD_SPANISH)], ids=["en", "en-GB", "es"]
)
def test_no_word_of_before_stands_in_a_catalogue(language: str, old: tuple[str, ...]) -> None:
    entries = {key: text for key, text in Catalogue(language).sources().items() if not key.endswith("-record")}
    found = [
        (key, text) for key, text in entries.items() for word in old if re.search(word, text.partition("=")[2].strip())
    ]
    assert found == []
