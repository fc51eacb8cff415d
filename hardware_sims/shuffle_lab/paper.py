"""The report on paper: the verdict, the table of statistics, the pictures."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from xml.sax.saxutils import escape

from reportlab.graphics import renderSVG
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

from hardware_sims.shuffle_lab.plots import PLOTS
from hardware_sims.shuffle_lab.verdict import Analysis, p_text

_TEXT = ParagraphStyle("text", fontName="Helvetica", fontSize=9, leading=12, spaceAfter=6)
_TITLE = ParagraphStyle("title", fontName="Helvetica-Bold", fontSize=15, leading=20, spaceAfter=8)
_VERDICT = ParagraphStyle("verdict", parent=_TEXT, fontName="Helvetica-Bold", fontSize=10, leading=13)


def write_pdf(path: Path, analysis: Analysis, identity: Mapping[str, str]) -> None:
    """One page; the same report gives the same bytes."""
    document = SimpleDocTemplate(str(path), pagesize=A4, title="Shuffle laboratory", invariant=1, margin=40)
    document.build(_content(analysis, identity))


def _content(analysis: Analysis, identity: Mapping[str, str]) -> list[Flowable]:
    pictures = [picture(analysis.shuffles) for picture in PLOTS.values()]
    return [
        Paragraph("Examination of a shuffle", _TITLE),
        *(Paragraph(f"<b>{escape(name)}</b>: {escape(value)}", _TEXT) for name, value in identity.items()),
        Spacer(1, 6),
        Paragraph(escape(analysis.sentence()), _VERDICT),
        Paragraph(escape(analysis.error_rate()), _TEXT),
        _table(analysis),
        Spacer(1, 10),
        Table([pictures[:2], pictures[2:]]),
        Paragraph(
            "Places: red fields hold more cards than expected, blue ones fewer. Bars: observed; line: every order "
            "equally likely.",
            _TEXT,
        ),
    ]


def _table(analysis: Analysis) -> Table:
    rows = [["test", "observed", "expected", "p", "", "over"]]
    for statistic in analysis.statistics:
        mark = "significant" if statistic in analysis.significant else ""
        figures = [f"{statistic.observed:.4f}", f"{statistic.expected:.4f}", p_text(statistic.p)]
        rows.append([statistic.name, *figures, mark, statistic.detail])
    table = Table(rows, hAlign="LEFT")
    style = [
        ("FONT", (0, 0), (-1, -1), "Helvetica", 7),
        ("FONT", (0, 0), (-1, 0), "Helvetica-Bold", 7),
        ("LINEBELOW", (0, 0), (-1, 0), 0.5, colors.black),
        ("ALIGN", (1, 0), (3, -1), "RIGHT"),
        ("TEXTCOLOR", (4, 1), (4, -1), colors.HexColor("#b23a48")),
    ]
    table.setStyle(TableStyle(style))
    return table


def write_plots(folder: Path, analysis: Analysis) -> None:
    """Each picture as SVG."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in PLOTS.items():
        renderSVG.drawToFile(picture(analysis.shuffles), str(folder / f"{name}.svg"))
