"""C44–C48: the angel-eye shoe (part B)."""

from itertools import pairwise

from hardware_sims.tools.conformance.angel_eye_bench import AngelEyeBench
from hardware_sims.tools.conformance.items.item import ANGEL_EYE, item, require
from hardware_sims.wire.angel_eye import COPIES, SEQ_CYCLE, WITH_STX, WITHOUT_STX, Report, build_command
from hardware_sims.wire.constants import card_text, is_card

_DRAWS = 18
_REVERSE_RUN = 4


def card_of(report: Report) -> int:
    require(len(report.data) == 2, f"{report.code} has {len(report.data)} bytes of data, not 2")
    card = report.data[1]
    require(card & 0x80 != 0 and is_card(card & 0x7F), f"{report.code} has the card byte 0x{card:02x}")
    return card & 0x7F


@item(
    44, "Every report: right BCC, three byte-equal copies, the sequence stepping on.", families=ANGEL_EYE, operator=True
)
def copies_and_sequence(bench: AngelEyeBench) -> None:
    bench.do("load 104")
    bench.do(f"draw {_DRAWS}")
    reports = bench.reports()
    require(len(reports) >= _DRAWS, f"{_DRAWS} draws gave {len(reports)} reports")
    for before, after in pairwise(reports):
        step = (SEQ_CYCLE.find(after.report.seq) - SEQ_CYCLE.find(before.report.seq)) % len(SEQ_CYCLE)
        require(step == 1, f"sequence {after.report.seq} came after {before.report.seq}")
    for entry in reports:
        require(entry.copies == COPIES, f"report {entry.report.seq}{entry.report.code} came {entry.copies} times")


@item(45, "A draw is D with a valid card byte; drawn while locked it is d.", families=ANGEL_EYE, operator=True)
def draws(bench: AngelEyeBench) -> None:
    bench.do("load KhAd7c9s")
    for want in ("Kh", "Ad"):
        bench.do("draw")
        (report,) = _exactly(bench, "D", "a draw")
        require(card_text(card_of(report)) == want, f"{want} was drawn and told as {card_text(card_of(report))}")
    bench.command("LK", "02")
    require(bench.codes() == "L", "LK02 gave no L")
    bench.do("draw")
    (report,) = _exactly(bench, "d", "a draw while locked")
    require(report.data[0] >> 4 & 7 == 0, f"a draw while locked has mode {report.data[0] >> 4 & 7}")
    require(card_text(card_of(report)) == "7c", f"7c was drawn and told as {card_text(card_of(report))}")
    bench.command("LK", "01")
    bench.items()


def _exactly(bench: AngelEyeBench, codes: str, what: str) -> list[Report]:
    reports = [entry.report for entry in bench.reports()]
    came = "".join(report.code for report in reports)
    require(came == codes, f"{what} gave {came or 'no report'}, not {codes}")
    return reports


@item(
    46,
    "LK, EC and GP are acknowledged; a damaged BCC is NAK 02, an unknown type NAK 13 or 14; exactly one form of the "
    "BCC is taken.",
    families=ANGEL_EYE,
)
def commands(bench: AngelEyeBench) -> None:
    answers = {form: bench.unlock(form).reason for form in (WITH_STX, WITHOUT_STX)}
    forms = [form for form, reason in answers.items() if reason is None]
    require(len(forms) == 1, f"{len(forms)} forms of the BCC are taken, not exactly one")
    require("02" in answers.values(), "the other form of the BCC is not refused with NAK 02")
    bench.items()
    for kind, data in (("LK", "02"), ("LK", "01"), ("EC", "01"), ("GP", "00")):
        bench.command(kind, data)
    good = build_command("LK", "02", forms[0])
    reply = bench.raw_command(good[:-1] + (b"0" if good[-1:] != b"0" else b"1"))
    require(reply.reason == "02", f"a damaged BCC was answered {reply.reason or 'ACK'}, not NAK 02")
    reply = bench.raw_command(build_command("XX", "00", forms[0]))
    require(reply.reason in ("13", "14"), f"an unknown type was answered {reply.reason or 'ACK'}, not NAK 13 or 14")
    bench.items()


@item(
    47,
    "The cutting card gives C; an error raised and cancelled gives E, then e with the same code.",
    families=ANGEL_EYE,
    operator=True,
)
def cut_and_error(bench: AngelEyeBench) -> None:
    bench.do("load 2d3d4d5d")
    bench.do("cut 3")
    bench.do("draw")
    _exactly(bench, "DC", "the draw before the cutting card")
    bench.do("fault reversed clear_after=1")
    (raised,) = _exactly(bench, "E", "a card pushed back")
    code = raised.data[0] & 0x3F
    require(code == _REVERSE_RUN, f"a card pushed back gave error {code}, not {_REVERSE_RUN}")
    bench.command("EC", f"{code:02d}")
    (cleared,) = _exactly(bench, "e", f"EC{code:02d}")
    require(cleared.data[0] & 0x7F == code, f"error {code} was cancelled as {cleared.data[0] & 0x7F}")


@item(48, "Power off and on: S before anything else.", families=ANGEL_EYE, operator=True)
def start_first(bench: AngelEyeBench) -> None:
    bench.do("power off")
    bench.items(first_within=0.5)
    bench.do("power on")
    codes = "".join(received.report.code for received in bench.woken())
    require(codes[:1] == "S", f"after power-up came {codes or 'nothing'}")
    require(codes.count("S") == 1, f"S came {codes.count('S')} times with other copies between")
