"""`docs/rulesets.md`: what the rule sets say, key by key, with every clause."""

from __future__ import annotations

from collections.abc import Mapping

from dealer_console.game.irregularity.catalogue import CATALOGUE
from dealer_console.game.money import show
from dealer_console.game.rules import Rules, SideBet
from dealer_console.messages import recorded
from tests.tools.documents import meanings
from tests.tools.documents import rulesets_cells as cells
from tests.tools.documents.markdown import code, heading, page, paragraph, table
from tests.tools.documents.rulesets_cells import all_rules, grouped, short, shorts


def rulesets_page() -> str:
    ruleses = all_rules()
    parts = (
        _differences,
        _values,
        _choices,
        _side_bets,
        _limits,
        _irregularities,
        _procedures,
        _calls,
        _readings,
        _clauses,
    )
    return page([*_head(ruleses), *(line for part in parts for line in part(ruleses))])


def _head(found: list[Rules]) -> list[str]:
    return [
        *heading(1, "Rule sets"),
        *paragraph(
            "For regulators, auditors and casino managers: what each rule set says, value by value, with the clause.",
        ),
        *paragraph(
            "A rule set is a file in `config/rulesets/`: data, every value with the clause it comes from. The engine",
            "never asks which document it plays, only what the rule set says. `dealer-console rules NAME` prints one",
            "of them. How open points are read: [readings.md](readings.md). Clause by clause:",
            "[clauses.md](clauses.md).",
        ),
        *table(
            ("rule set", "short", "game", "title"),
            ((code(rules.name), short(rules), rules.game, rules.title) for rules in found),
        ),
    ]


def _differences(found: list[Rules]) -> list[str]:
    keys = [(key, cells.value) for key in meanings.VALUES] + [(key, cells.choice) for key in meanings.CHOICES]
    rows = []
    for key, say in keys:
        said = [say(rules, key) for rules in found]
        if len(set(said)) > 1:
            rows.append((code(key), *said))
    bets = [", ".join(rules.side_bets) or "none" for rules in found]
    return [
        *heading(2, "What differs"),
        *paragraph("The keys on which the rule sets differ: a table's default first, then what else it may choose."),
        *table(("key", *map(short, found)), [*rows, ("side bets", *bets)]),
    ]


def _values(found: list[Rules]) -> list[str]:
    rows = (
        (code(key), meaning, grouped(found, key, cells.value, cells.value_clause))
        for key, meaning in meanings.VALUES.items()
    )
    return [*heading(2, "What a document fixes"), *table(("key of `[values]`", "meaning", "value (clause)"), rows)]


def _choices(found: list[Rules]) -> list[str]:
    rows = (
        (code(key), meaning, grouped(found, key, cells.choice, cells.choice_clause))
        for key, meaning in meanings.CHOICES.items()
    )
    return [
        *heading(2, "What a table chooses"),
        *paragraph('The default comes first. Amounts are whole dollars or texts such as `"12.50"`, never TOML floats.'),
        *table(("key of `[choices]`", "meaning", "default and offer (clause)"), rows),
    ]


def _side_bets(found: list[Rules]) -> list[str]:
    lines = heading(2, "Side bets")
    for name, meaning in meanings.BETS.items():
        offering = [rules for rules in found if name in rules.side_bets]
        lines += heading(3, name) + paragraph(meaning)
        lines += table(
            ("rule set", "settled", "limits", "pays by", "loses by"),
            ((short(rules), *_bet_cells(rules.side_bets[name])) for rules in offering),
        )
        lines += _pay_tables([rules.side_bets[name] for rules in offering])
    return lines


def _bet_cells(bet: SideBet) -> tuple[str, str, str, str]:
    limits = [f"at least {show(bet.minimum)}"] if bet.minimum is not None else []
    limits += [f"at most {show(bet.maximum)}"] if bet.maximum is not None else []
    limits += ["the casino may pay more"] if bet.may_pay_more else []
    if bet.cap is not None:
        limits.append(f"all payouts at {bet.cap_from}:1 or more share {show(bet.cap)} in a round")
    return bet.settled, "; ".join(limits) or "the table's", bet.clause, bet.lose_clause


def _pay_tables(bets: list[SideBet]) -> list[str]:
    """Each pay table once: rule sets that pay a bet alike share it."""
    lines: list[str] = []
    printed: list[Mapping[int, Mapping[str, int]]] = []
    for bet in bets:
        if not bet.pays or bet.pays in printed:
            continue
        printed.append(bet.pays)
        decks = list(bet.pays)
        head = ("cards", *(f"{deck} decks" if deck else "pays" for deck in decks))
        rows = ((row, *(f"{bet.pays[deck][row]} to 1" for deck in decks)) for row in bet.pays[decks[0]])
        lines += table(head, rows)
    return lines


def _limits(found: list[Rules]) -> list[str]:
    rows = [
        (short(rules), limit.since.isoformat(), show(limit.maximum), limit.source)
        for rules in found
        for limit in rules.limits_by_date
    ]
    return [
        *heading(2, "Limits that change with time"),
        *paragraph(
            "A round with a date takes the entry in force on that day, a round without one the newest.",
            "The casino enters later values, with their date and source.",
        ),
        *table(("rule set", "from", "maximum", "source"), rows),
    ]


def _irregularities(found: list[Rules]) -> list[str]:
    rows = []
    for listed, row in CATALOGUE.items():
        treating = [rules for rules in found if listed in rules.irregularities]
        silent = [rules for rules in found if rules not in treating]
        told = [grouped(treating, listed, cells.ruling, cells.ruling_clause)] if treating else []
        told += [f"**every choice\\***: {shorts(silent)}"] if silent else []
        names = " ".join([listed, *(["HAND"] if row.hand else []), *(["CARD"] if row.card else [])])
        rows.append((code(names), recorded(row.message), "<br>".join(told)))
    return [
        *heading(2, "Irregularities"),
        *paragraph(
            "A choice with \\* needs a supervisor (`by NAME`).",
            "If a document does not cover a code, every choice of its row is possible, each with a supervisor.",
            "All rows with all choices and where they are called: [phases.md](phases.md#irregularities).",
        ),
        *table(("code", "what happened", "choices – what the rule says: rule sets (clause)"), rows),
    ]


def _procedures(found: list[Rules]) -> list[str]:
    lines = heading(2, "Procedures")
    for name in sorted({name for rules in found for name in rules.procedures}):
        groups: dict[tuple[tuple[str, str, str], ...], list[Rules]] = {}
        for rules in found:
            if name in rules.procedures:
                steps = tuple((step.does, step.who, step.clause) for step in rules.procedures[name])
                groups.setdefault(steps, []).append(rules)
        for steps, places in groups.items():
            lines += heading(3, f"{name}: {shorts(places)}")
            lines += table(("", "step", "who", "clause"), ((str(n), *step) for n, step in enumerate(steps, start=1)))
    return lines


def _calls(found: list[Rules]) -> list[str]:
    rows = []
    for name in sorted({name for rules in found for name in rules.calls}):
        calling = [rules for rules in found if name in rules.calls]
        rows.append((code(name), grouped(calling, name, cells.call, cells.no_clause)))
    return [*heading(2, "What the dealer says"), *table(("call", "words: rule sets"), rows)]


def _readings(found: list[Rules]) -> list[str]:
    rows: dict[tuple[int, str, str], list[Rules]] = {}
    for rules in found:
        for reading in rules.readings:
            rows.setdefault((reading.number, reading.key, reading.says), []).append(rules)
    return [
        *heading(2, "Readings in use"),
        *table(
            ("Reading", "key", "how it is read", "rule sets"),
            ((str(number), code(key), says, shorts(places)) for (number, key, says), places in sorted(rows.items())),
        ),
    ]


def _clauses(found: list[Rules]) -> list[str]:
    rows = ((code(topic), grouped(found, topic, cells.cited, cells.no_clause)) for topic in found[0].clauses)
    return [
        *heading(2, "The clause behind each answer"),
        *paragraph("What the engine cites when it refuses a move or settles a wager, by topic of `[clauses]`."),
        *table(("topic", "clause: rule sets"), rows),
    ]
