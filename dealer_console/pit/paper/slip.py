"""A fill or credit slip on paper: chips by denomination, who asked and who confirmed, and room for four signatures."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from reportlab.platypus import Flowable, Spacer

from dealer_console.messages import Words
from dealer_console.pit.money.money_cycle import TableSlip
from dealer_console.pit.paper.pages import HALF, SECTION, SMALL, STAMP, TITLE, grid, paragraph, pdf, signature_lines


def slip_pdf(table_slip: TableSlip, words: Words, names: Mapping[str, str], moment: Callable[[int], str]) -> bytes:
    """The same slip gives the same bytes. A voided one says so across the page."""
    slip = table_slip.slip
    title = words(f"slip-title-{slip.what}", number=slip.number)
    voided = words("slip-void") if slip.step == "cancelled" else ""
    rows = [
        (words.whole_money(worth), words.count(count), words.money(worth * count)) for worth, count in slip.chips.rows
    ]
    rows.append((words("report-all"), words.count(slip.chips.count), words.money(slip.chips.cents)))
    head = (words("slip-denomination"), words("slip-chips"), words("pit-amount"))
    requested = words(
        "slip-requested", who=names.get(slip.requested_by, slip.requested_by), time=moment(slip.requested_ms)
    )
    steps = [
        words(f"slip-{step}", who=names.get(who, who), time=moment(at_ms), runner=slip.runner or "")
        for step, who, at_ms in (
            ("sent", slip.sent_by, slip.sent_ms),
            ("verified", slip.verified_by, slip.verified_ms),
            (slip.step, slip.settled_by, slip.settled_ms),
        )
        if who is not None and at_ms is not None
    ]
    if slip.approved_by is not None:
        approved_by = names.get(slip.approved_by, slip.approved_by)
        steps.append(words("slip-void-approved", who=approved_by, why=slip.why or ""))
    story: list[Flowable] = [
        paragraph(title, TITLE),
        paragraph(words("slip-of", table=table_slip.table, shift=table_slip.shift), SECTION),
        *([paragraph(voided, STAMP)] if voided else []),
        paragraph(requested, SMALL),
        *(paragraph(step, SMALL) for step in steps),
        Spacer(1, 8),
        grid(head, rows, (0, 1, 2), room=HALF),
        *signature_lines(words, "slip-sign-cage", "slip-sign-runner"),
        *signature_lines(words, "slip-sign-dealer", "slip-sign-supervisor"),
    ]
    return pdf(title, f"{title}, {table_slip.table}, {table_slip.log}", story, words, voided)
