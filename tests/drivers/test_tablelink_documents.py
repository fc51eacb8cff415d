"""docs/wire follows from the tables: the generated files are up to date and hold every row."""

from __future__ import annotations

from pathlib import Path

from drivers.tablelink.event_rows import EVENTS, FaultCode, State
from drivers.tablelink.messages import MESSAGES, NakReason
from tests.tools.wire.documents import DOCUMENTS, FOLDER, main


def test_files_are_up_to_date() -> None:
    assert main(["--check"]) == 0


def test_check_names_a_stale_file(tmp_path: Path) -> None:
    assert main([str(tmp_path)]) == 0
    assert {path.name for path in tmp_path.iterdir()} == set(DOCUMENTS)
    assert main(["--check", str(tmp_path)]) == 0
    (tmp_path / "messages.md").write_text("other")
    assert main(["--check", str(tmp_path)]) == 1
    assert (tmp_path / "messages.md").read_text() == "other"


def test_every_row_is_in_every_document() -> None:
    for name in DOCUMENTS.keys() - {"angel-eye.lua"}:
        text = (FOLDER / name).read_text(encoding="utf-8").lower()
        missing = [row.type.name for row in MESSAGES.values() if row.type.name.lower() not in text]
        missing += [
            row.code.name for row in EVENTS.values() if row.code.name != "NONE" and row.code.name.lower() not in text
        ]
        missing += [word.name for enum in (NakReason, FaultCode) for word in enum if word.name.lower() not in text]
        missing += [state.word for state in State if state.word.lower() not in text]
        assert not missing, name


def test_the_written_document_agrees_with_the_tables() -> None:
    """The protocol document is written by hand; its tables must hold the same rows as the generated ones."""
    text = (FOLDER / "tablelink.md").read_text(encoding="utf-8")
    for row in MESSAGES.values():
        cells = f"| 0x{row.type:02X} | {row.type.name} |"
        assert cells in text, cells
        if row.reply:
            (line,) = [line for line in text.splitlines() if line.startswith(cells)]
            assert f"| {row.size} | {row.reply.name} |" in line
    for event in EVENTS.values():
        assert event.code.name == "NONE" or f"| 0x{event.code:02X} | {event.code.name} |" in text
    for reason in NakReason:
        assert f"| {int(reason)} | {reason.name} |" in text
    for fault in FaultCode:
        assert f"| {int(fault)} | {fault.name}" in text
    for state in State:
        assert f"0x{state:02x} {state.word}" in text
