"""Two programs that share no line of code compute the same hash, whatever a journal may hold."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_console.journal import Draft, MemoryJournal
from dealer_console.journal.canonical import LARGEST_NUMBER, Json, canonical, why_not_json
from tests.journal.dealt import LOG, SEED
from tests.journal.test_tampering import outsider

texts = st.text(st.characters(exclude_categories=["Cs"]))
scalars = st.none() | st.booleans() | st.integers(-LARGEST_NUMBER, LARGEST_NUMBER) | texts
keys = st.text(st.characters(max_codepoint=127), max_size=8)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4), max_leaves=12
)


@given(extra=st.dictionaries(keys, values, max_size=4), who=texts.filter(bool), number=st.integers(0, LARGEST_NUMBER))
@settings(max_examples=150, deadline=None)
def test_the_outsider_computes_our_hash(extra: dict[str, Json], who: str, number: int) -> None:
    journal = MemoryJournal.create(table="BJS 4", signing_key=SEED, log=LOG)
    draft = Draft(kind="note", data={**extra, "text": "x"}, who=who, device=(who, number))
    (entry,) = journal.append([draft], at_ms=number)
    row = (entry.seq, entry.kind, entry.version, entry.at_ms, who, who, number, canonical(dict(entry.data)))
    assert outsider.entry_hash(LOG.hex(), entry.previous, row) == entry.hash


@given(value=values)
@settings(max_examples=150, deadline=None)
def test_canonical_text_reads_back_and_has_one_form(value: Json) -> None:
    text = canonical(value)
    assert why_not_json(value) is None
    assert json.loads(text) == value
    assert canonical(json.loads(text)) == text == outsider.canonical(value)
    assert "\n" not in text
