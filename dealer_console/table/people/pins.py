"""PINs: which are allowed, how they are hidden and hashed, and how wrong ones lock a name.

A PIN has four to eight digits, of whoever approves at least six: far too few to survive a stolen file by the hash
alone. Therefore three things stand in front of it: a slow hash (argon2id), the pepper, a secret that lies outside the
database and without which the hashes cannot be tried at all, and the lock-out at the table.

After a few wrong PINs the name is locked for a while, and for twice as long at each one that follows. A right PIN
forgives nothing: whoever guesses between two visits of the owner would otherwise never be locked. Time does, slowly;
and more than a few in one day lock the name for the longest time at once.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NoReturn, final

from argon2 import PasswordHasher, Type
from argon2.exceptions import Argon2Error, InvalidHashError
from argon2.low_level import hash_secret_raw

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.table.people.person import PersonId, Role

SHORTEST: Final = 4
SHORTEST_TO_APPROVE: Final = 6
LONGEST: Final = 8
_DIGITS: Final = re.compile("[0-9]*")
APPROVING: Final = frozenset({Role.SUPERVISOR, Role.PIT_MANAGER, Role.CASHIER})
"""Whoever approves is whom somebody would want to be: their PINs are a hundred times harder to guess."""
_RUN: Final = "01234567890123456789"
_KEYPAD_LINES: Final = frozenset({"2580", "0852", "1470", "0741", "3690", "0963", "1590", "0951", "1397", "1379"})
_BIRTH_YEARS: Final = range(1930, 2040)


@final
class Pin:
    """What somebody typed. It shows itself nowhere: not in a repr, a log, a traceback, a pickle."""

    __slots__ = ("_digits",)

    def __init__(self, typed: str) -> None:
        self._digits = typed

    def for_hashing(self) -> str:
        """Only for the hash and for the rules of this module."""
        return self._digits

    def __repr__(self) -> str:
        return "Pin(hidden)"

    __str__ = __repr__

    def __format__(self, _spec: str) -> str:
        return repr(self)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a PIN is never written anywhere")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pin) and hmac.compare_digest(self._digits.encode(), other._digits.encode())

    __hash__ = None  # type: ignore[assignment]  # no PIN as a key


def least_digits(roles: Iterable[Role]) -> int:
    return SHORTEST_TO_APPROVE if APPROVING & set(roles) else SHORTEST


def why_not_pin(pin: Pin, *, badge: str = "", least: int = SHORTEST) -> Refusal | None:
    """Why nobody may have this PIN. The text never repeats it."""
    digits = pin.for_hashing()
    if not _DIGITS.fullmatch(digits) or not least <= len(digits) <= LONGEST:
        return Refusal(Message("pin-digits", least=least, count=LONGEST))
    if _is_trivial(digits):
        return Refusal(Message("pin-too-easy"))
    if len(badge) >= SHORTEST and (digits in badge or badge in digits):
        return Refusal(Message("pin-like-badge"))
    return None


def _is_trivial(digits: str) -> bool:
    return (
        _repeats(digits)
        or digits in _RUN
        or digits in _RUN[::-1]
        or _in_doubles(digits)
        or digits == digits[::-1]
        or digits in _KEYPAD_LINES
        or (len(digits) == 4 and int(digits) in _BIRTH_YEARS)
    )


def _repeats(digits: str) -> bool:
    """7777, 1212, 123123: a shorter piece written again."""
    return digits in (digits + digits)[1:-1]


def _in_doubles(digits: str) -> bool:
    """1122, 334455: a row in which every digit stands twice."""
    halves = digits[::2]
    return halves == digits[1::2] and (halves in _RUN or halves in _RUN[::-1])


@dataclass(frozen=True, slots=True, kw_only=True)
class HashCost:
    """The parameters of argon2id. They are part of every hash; a raised cost takes effect at the next right PIN.

    32 MiB and three passes take 50 to 100 ms on the processor of a table: more than the 19 MiB and two passes that
    OWASP asks for at least. One lane: hashing leaves the other cores to the table.
    """

    passes: int = 3
    memory_kib: int = 32 * 1024
    lanes: int = 1


SALT_BYTES: Final = 16
HASH_BYTES: Final = 32
_DOMAIN: Final = b"dealer-console pin 1\0"
_RULING: Final = b"dealer-console ruling key 1\0"


class PinHasher:
    """argon2id over HMAC-SHA-256(pepper, person and PIN).

    The person is inside the HMAC, so that a hash copied into another person's row opens nothing.
    """

    def __init__(self, pepper: bytes, cost: HashCost) -> None:
        self._pepper = pepper
        self._cost = cost
        self._argon2 = PasswordHasher(
            time_cost=cost.passes,
            memory_cost=cost.memory_kib,
            parallelism=cost.lanes,
            hash_len=HASH_BYTES,
            salt_len=SALT_BYTES,
            type=Type.ID,
        )
        self.calls = 0  # how often the slow hash has run: known and unknown names must cost the same

    def __repr__(self) -> str:
        return "PinHasher()"

    def hash(self, person: PersonId, pin: Pin) -> str:
        self.calls += 1
        return self._argon2.hash(self._peppered(person, pin))

    def fits(self, kept: str, person: PersonId, pin: Pin) -> bool:
        """Takes its time whatever the answer is. A kept hash that is none fits nothing."""
        self.calls += 1
        try:
            return self._argon2.verify(kept, self._peppered(person, pin))
        except (Argon2Error, InvalidHashError):
            return False

    def ruling_seed(self, person: PersonId, pin: Pin) -> bytes:
        """The secret half of the person's key for rulings: the same for the same PIN, as slow as a hash of it."""
        salt = hmac.digest(self._pepper, _RULING + person.encode(), hashlib.sha256)[:SALT_BYTES]
        secret = hmac.digest(self._pepper, _RULING + self._peppered(person, pin), hashlib.sha256)
        cost = self._cost
        return hash_secret_raw(secret, salt, cost.passes, cost.memory_kib, cost.lanes, HASH_BYTES, Type.ID)

    def is_outdated(self, kept: str) -> bool:
        return self._argon2.check_needs_rehash(kept)

    def _peppered(self, person: PersonId, pin: Pin) -> bytes:
        message = _DOMAIN + person.encode() + b"\0" + pin.for_hashing().encode("utf-8", "surrogatepass")
        return hmac.digest(self._pepper, message, hashlib.sha256)


MINUTE_MS: Final = 60_000


@dataclass(frozen=True, slots=True, kw_only=True)
class LockOutRule:
    """The longest lock is no life sentence: the only pit manager must come in again some day."""

    tries: int = 5
    first_ms: int = MINUTE_MS
    longest_ms: int = 8 * 60 * MINUTE_MS
    forgiven_ms: int = 60 * MINUTE_MS  # one wrong PIN is forgiven in this time
    per_day: int = 12
    day_ms: int = 24 * 60 * MINUTE_MS

    def __post_init__(self) -> None:
        if self.tries < 1 or not 0 < self.first_ms <= self.longest_ms:
            raise ValueError("a lock-out needs at least one try, and a first time not above the longest")

    def lasts_ms(self, wrong: int) -> int:
        """How long the name is locked after this many wrong PINs in a row."""
        beyond = wrong - self.tries
        if beyond < 0:
            return 0
        # The exponent is capped: the row of wrong PINs may be as long as it likes.
        return int(min(self.longest_ms, self.first_ms << min(beyond, 40)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Tries:
    """The wrong PINs for one name that are not forgiven yet, those of its day, and until when it is locked."""

    wrong: int = 0
    locked_until_ms: int = 0
    last_ms: int = 0  # of the last wrong one
    day_began_ms: int = 0
    of_day: int = 0

    def is_locked(self, now_ms: int) -> bool:
        return now_ms < self.locked_until_ms

    def as_of(self, rule: LockOutRule, now_ms: int) -> Tries:
        """Whatever was written while the clock was ahead counts from now on: no lock is longer than the longest."""
        return Tries(
            wrong=self.wrong,
            locked_until_ms=min(self.locked_until_ms, now_ms + rule.longest_ms),
            last_ms=min(self.last_ms, now_ms),
            day_began_ms=min(self.day_began_ms, now_ms),
            of_day=self.of_day,
        )

    def one_more(self, rule: LockOutRule, now_ms: int) -> Tries:
        """A clock that goes back forgives nothing and begins no new day."""
        forgiven = max(0, now_ms - self.last_ms) // rule.forgiven_ms
        wrong = max(0, self.wrong - forgiven) + 1
        same_day = self.of_day > 0 and now_ms - self.day_began_ms < rule.day_ms
        of_day = self.of_day + 1 if same_day else 1
        lasts = rule.longest_ms if of_day >= rule.per_day else rule.lasts_ms(wrong)
        return Tries(
            wrong=wrong,
            locked_until_ms=now_ms + lasts if lasts else 0,
            last_ms=max(now_ms, self.last_ms),
            day_began_ms=self.day_began_ms if same_day else now_ms,
            of_day=of_day,
        )


def duration(duration_ms: int) -> Message:
    """`2 minutes`: rounded up, because somebody waits for it."""
    minutes = -(-duration_ms // MINUTE_MS)
    if minutes <= 1:
        return Message("minutes", count=1)
    hours = -(-minutes // 60)
    return Message("minutes", count=minutes) if minutes < 120 else Message("hours", count=hours)
