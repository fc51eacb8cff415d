"""Fuzzing an angel-eye shoe: commands in all sorts of shapes, and what it may answer (B1, B2)."""

from collections.abc import Callable

from hardware_sims.seeds import Stream
from hardware_sims.tools.fuzzer.mutations import Mutation
from hardware_sims.wire.angel_eye import (
    DATA_BYTES,
    NAK_MEANINGS,
    STX,
    WITH_STX,
    WITHOUT_STX,
    Damage,
    Reply,
    Report,
    ShoeLineReceiver,
    build_command,
)

_PAUSES = (0, 0, 30_000, 100_000, 700_000)


class AngelEyeReferee:
    """Every whole command gets one ACK or known NAK, reports are well formed, and the shoe never falls silent."""

    def __init__(self, form: str) -> None:
        self.form = form
        self._shoe = ShoeLineReceiver()

    def judge(self, sent: bytes, heard: bytes) -> str | None:
        replies = 0
        for item in [*self._shoe.feed(heard), *self._shoe.flush()]:
            match item:
                case Damage():
                    return f"{item.kind} from the shoe: {item.raw.hex()}"
                case Reply():
                    replies += 1
                    if item.reason is not None and item.reason not in NAK_MEANINGS:
                        return f"NAK with the unknown reason {item.reason}"
                case Report():
                    if DATA_BYTES.get(item.code) != len(item.data):
                        return f"report {item.code} with {len(item.data)} bytes of data"
        opened = sent.count(STX)
        if replies > opened:
            return f"{replies} replies to {opened} commands"
        known = (build_command("LK", "01", self.form), build_command("GP", "00", self.form))
        if sent.endswith(known) and not replies:
            return "a good command got no reply"
        return None


class AngelEyeMutations:
    """Whole commands, commands wrong in one place, and noise; each noise is closed with a good command."""

    def __init__(self, dice: Stream, referee: AngelEyeReferee) -> None:
        self._dice, self._referee = dice, referee
        self._kinds: list[Callable[[], bytes]] = [
            self._good,
            self._good,
            self._other_form,
            self._random_command,
            self._flipped,
            self._cut,
            self._noise,
        ]

    def next(self) -> Mutation:
        data = self._dice.pick(self._kinds)()
        return Mutation(pause_us=self._dice.pick(list(_PAUSES)), data=data)

    def _good(self) -> bytes:
        kind, data = self._dice.pick([("LK", "01"), ("LK", "02"), ("EC", "01"), ("GP", "00")])
        return build_command(kind, data, self._referee.form)

    def _closing(self) -> bytes:
        return build_command("GP", "00", self._referee.form)

    def _other_form(self) -> bytes:
        return build_command("LK", "01", self._dice.pick([WITH_STX, WITHOUT_STX]))

    def _random_command(self) -> bytes:
        letters = "ABCEGKLPX019"
        text = "".join(letters[self._dice.below(len(letters))] for _ in range(4))
        return build_command(text[:2], text[2:], self._referee.form)

    def _flipped(self) -> bytes:
        raw = bytearray(self._good())
        raw[self._dice.below(len(raw))] ^= 1 << self._dice.below(8)
        return bytes(raw) + self._closing()

    def _cut(self) -> bytes:
        raw = self._good()
        return raw[: self._dice.below(len(raw))] + self._closing()

    def _noise(self) -> bytes:
        return self._dice.bytes(self._dice.pick([1, 5, 40, 300])) + self._closing()
