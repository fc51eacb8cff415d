"""The one place that puts a key or a message into words, with its fields: cards, hands, money, moves."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache, lru_cache, reduce
from typing import Final

from dealer_console.game.cards import UNSEEN, Card
from dealer_console.game.choices import BadChoices
from dealer_console.game.errors import Refusal
from dealer_console.game.irregularity.catalogue import CATALOGUE
from dealer_console.game.message import Amount, AnyOf, Message, OneOf, Quoted, Term
from dealer_console.game.money import short, show
from dealer_console.game.moves import Move
from dealer_console.game.round_files.notation import write_move
from dealer_console.messages.catalogue import Catalogue
from dealer_console.messages.move_words import move_words

_SUITS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
RULE_TEXT: Final = "rule-text"
LANGUAGES: Final[Mapping[str, str]] = {"en": "English (US)", "en-GB": "English (UK)", "es": "Español"}
_BREAKS: Final = re.compile("[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]")
HUGE: Final = 10**18  # no number of ours; the library that chooses the plural fails at more digits than it knows
THOUSAND: Final = 1000_00
SIGNS_OF_MONEY: Final = {"USD": "$", "EUR": "€", "GBP": "£", "CAD": "C$", "AUD": "A$", "MXN": "MX$"}


class Words:
    """The words of one language.

    `currency` is that of sums which name none. `notation` keeps cards, moves and codes as the journal writes them: so a
    record says a message, for programs and for ever.
    """

    def __init__(self, language: str, *, notation: bool = False, currency: str = "") -> None:
        self.language = language
        self.currency = currency
        self._notation = notation
        self._catalogue = Catalogue(language)
        self._said = lru_cache(maxsize=8192)(self._made)

    def __call__(self, message: str | Message, /, **fields: object) -> str:
        if isinstance(message, Message):
            return self._said(message.code, message.fields)
        return self._said(message, tuple(fields.items()))

    def has(self, key: str) -> bool:
        return key in self._catalogue

    def _made(self, key: str, fields: tuple[tuple[str, object], ...]) -> str:
        written = {name: self._field(value) for name, value in fields}
        if key == RULE_TEXT:
            return self._of_rules(written)
        record = f"{key}-record"
        if self._notation and record in self._catalogue:
            key = record
        return self._catalogue.text(key, written)

    def _of_rules(self, written: dict[str, str | int]) -> str:
        """A sentence of a rule set: in this language where the catalogue has it, else as the rule set writes it."""
        text = str(written.pop("text"))
        key = rule_key(text)
        if key in self._catalogue and not self._notation:
            return self._catalogue.text(key, written)
        return text.format(**written) if written else text

    def _field(self, value: object) -> str | int:
        """Numbers stay numbers, so that an entry can choose its plural by one. No name begins a line of its own."""
        if isinstance(value, str):
            return _one_line(value)
        if type(value) is int:
            return value if abs(value) < HUGE else str(value)
        if isinstance(value, Message):
            return self(value)
        if isinstance(value, tuple):
            return ", ".join(str(self._field(item)) for item in value)
        if isinstance(value, AnyOf):
            return str(
                reduce(lambda first, other: self("any-of", first=first, other=other), map(self._field, value.things))
            )
        if isinstance(value, OneOf):
            *others, last = (str(self._field(item)) for item in value.things)
            return self._either(", ".join(others), last) if others else last
        if isinstance(value, Quoted):
            return repr(value.text) if self._notation else f"“{_one_line(str(value.text))}”"
        if isinstance(value, Amount):
            return self.money(value.cents) if self.currency else show(value.cents)
        if isinstance(value, Term):
            key = f"{value.kind}-{value.code}".replace(" ", "-").lower()
            return self(key) if key in self._catalogue and not self._notation else _one_line(value.code)
        if isinstance(value, Card):
            return value.text if self._notation else self.card_short(value)
        if isinstance(value, Move):
            return f"'{write_move(value)}'" if self._notation else f"“{move_words(self, value)}”"
        return _one_line(str(value))

    def _either(self, first: str, other: str) -> str:
        return self("any-of", first=first, other=other)

    # --- cards, hands, wagers ------------------------------------------------------------------------------------

    def card(self, card: Card) -> str:
        """As it is said: `ten of clubs`, `nine`, `a card face down`."""
        if card is UNSEEN:
            return self("card-back")
        rank = self(f"rank-{card.rank}")
        return self("card-full", rank=rank, suit=self(f"suit-{card.suit}")) if card.suit_known else rank

    def card_short(self, card: Card) -> str:
        """As it is printed: `10♣`, `9`."""
        if card is UNSEEN:
            return self("card-back")
        return f"{'10' if card.rank == 'T' else card.rank}{_SUITS.get(card.suit, '')}"

    def hand(self, name: str) -> str:
        return self("hand-dealer") if name == "dealer" else name

    def place_due(self, place: str | Message) -> str:
        """Where a card goes: a hand by its name, other places in words."""
        return self(place) if isinstance(place, Message) else place

    def place(self, place: str) -> str:
        """Where a toke rides: on hand a or b, or on a side bet."""
        return place if place in "ab" else self.wager_kind(place)

    def wager_name(self, kind: str) -> str:
        """In a list: a main wager has a name there. A record keeps its code."""
        if self._notation:
            return kind
        return self("bets-main") if kind == "main" else self.wager_kind(kind)

    def role(self, role: str) -> str:
        return self(f"role-{role}")

    def money(self, cents: int | None, currency: str | None = None) -> str:
        """A sum to read: thousands apart, the sign of its currency before it."""
        if cents is None:
            return "–"
        whole, _, part = show(abs(cents)).partition(".")
        grouped = self.count(int(whole))
        sign = self.money_sign(self.currency if currency is None else currency)
        return f"{'−' if cents < 0 else ''}{sign}{grouped}.{part}"

    @staticmethod
    def money_sign(currency: str) -> str:
        return SIGNS_OF_MONEY.get(currency, f"{currency}\u00a0" if currency else "")

    def count(self, number: int) -> str:
        """Thousands apart, as in sums."""
        return f"{number:,}".replace(",", self("money-thousands"))

    def chips(self, cents: int) -> str:
        """What lies in chips, as it is said: thousands apart, no sign, cents where there are some."""
        return short(cents) if abs(cents) < THOUSAND else self.money(cents, "").removesuffix(".00")

    def whole_money(self, cents: int) -> str:
        """Without cents where there are none: limits and chips."""
        return self.money(cents).removesuffix(".00")

    def figure(self, name: str) -> str:
        """The name of a device's figure; one that we have no word for stands as the device calls it."""
        return self(f"figure-{name}") if self.has(f"figure-{name}") else name

    def notice(self, key: str, value: object, limits: Collection[str]) -> str:
        """One change as people announce it; `limits` are the keys of sums."""
        if key in limits:
            return f"{self(f'amount-{key}')} {value}"
        if isinstance(value, bool):
            return self(f"option-{key}-{'on' if value else 'off'}")
        return self(f"option-{key}", count=value)

    def happening(self, kind: str) -> str:
        """An irregularity or correction in a report."""
        return self(CATALOGUE[kind].message) if kind in CATALOGUE else self("report-correction")

    def wager_kind(self, kind: str) -> str:
        return self(f"kind-{kind.replace('.', '-')}")

    def total(self, cards: Sequence[Card]) -> str:
        hard = sum(card.points for card in cards)
        soft = hard <= 11 and any(card.is_ace for card in cards)
        return self("felt-soft", total=hard + 10) if soft else str(hard)

    def clause(self, clause: str) -> str:
        """Of a document, as it is cited; or what the house has laid down itself."""
        return self("clause-house") if clause == "house" and not self._notation else clause

    def refusal(self, refusal: Refusal) -> str:
        """The whole reason, with its clause."""
        reason = self(refusal.message)
        return f"{reason} [{self.clause(refusal.clause)}]" if refusal.clause else reason

    def error(self, error: Exception) -> str:
        """Of an error that carries what is to be said, or any other."""
        if isinstance(error, BadChoices):
            return "; ".join(f"{problem.key}: {self.refusal(problem.refusal)}" for problem in error.problems)
        if lines := getattr(error, "messages", None):
            return "\n  ".join(map(self, lines))
        refusal, message = getattr(error, "refusal", None), getattr(error, "message", None)
        if isinstance(refusal, Refusal):
            return self.refusal(refusal)
        return self(message) if isinstance(message, Message) else str(error)

    def sentence(self, text: str) -> str:
        return text[:1].upper() + text[1:]

    def phrase(self, text: str) -> str:
        """A fixed sentence of a rule set, of a file of the house or of a driver; an unknown one stands as it is."""
        return self(RULE_TEXT, text=text)


def _one_line(text: str) -> str:
    return text if text.isprintable() else _BREAKS.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def rule_key(text: str) -> str:
    """The key under which a catalogue may have a sentence of a rule set: its letters and figures."""
    return "rule-" + re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


@cache
def words_of(language: str, currency: str = "") -> Words:
    """One object per language and currency, made when it is first asked for."""
    return Words(language, currency=currency)


@lru_cache(maxsize=1)
def record_words() -> Words:
    """English with cards, moves and codes in notation: what journals keep and programs read."""
    return Words("en", notation=True)


def recorded(message: Message | str) -> str:
    """A text that is no message, such as the name of a hand, stands as it is."""
    return record_words()(message) if isinstance(message, Message) else message


def recorded_refusal(refusal: Refusal) -> str:
    """With its clause."""
    return record_words().refusal(refusal)


def recorded_error(error: Exception) -> str:
    return record_words().error(error)


def error_message(error: Exception) -> Message | str:
    """What an error says, as a field of another message. One without a message of its own says its text."""
    message = getattr(error, "message", None)
    return message if isinstance(message, Message) else recorded_error(error)


class MessageError(Exception):
    """`str` gives the words of the record, `Words.error` those of a language. A text stands as it is."""

    def __init__(self, message: Message | str) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return recorded(self.message)
