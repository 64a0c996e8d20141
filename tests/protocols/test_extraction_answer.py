"""The answer of an extraction study is worked out for the fields that it names, and for no other."""

import json

from annoeval.opening import load
from annoeval.protocols.extraction import words

FIELDS = ("title", "abstract", "year", "publisher", "language")


def test_the_answer_compares_models_on_the_fields_it_names_only(monkeypatch):
    documents = [{"id": f"p{n}", **{f: f"the {f} of paper {n}" for f in FIELDS}} for n in range(6)]
    found = [{**d, "title": d["title"][: 4 + n]} for n, d in enumerate(documents)]
    files = [("labels.json", documents), ("one.json", documents), ("two.json", found)]
    study = load(*[(name, json.dumps(rows).encode()) for name, rows in files], protocol="extraction")
    asked, field_answer = [], words.field_answer
    monkeypatch.setattr(words, "field_answer", lambda s, d: asked.append(d) or field_answer(s, d))
    said = words.answer(study)
    assert asked == ["title", "abstract"]
    assert str(said).endswith("3 more fields below.")
