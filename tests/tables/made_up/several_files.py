"""Several files or sheets at once."""

from __future__ import annotations

import random

from tests.tables.made_up.cases import Case, Disguise, File, Reading, kind, rated, workbook
from tests.tables.made_up.long_tables import SENTENCES, numbered


@kind(
    "raters' sheets without ids or texts",
    Disguise("English CSV", "csv"),
    Disguise("German, semicolons", "csv;", "shuffled", words={"adequacy": "Angemessenheit", "fluency": "Lesbarkeit"}),
    Disguise("sheets of a workbook", "xlsx"),
)
def bare_sheets(rng: random.Random, d: Disguise) -> Case:
    names = ["A1-scores", "A2-scores", "A3-scores"]
    ratings: dict[str, dict[tuple[str, str], int]] = {d["adequacy"]: {}, d["fluency"]: {}}
    sheets = {}
    for name in names:
        rows = [{q: rng.randrange(1, 6) for q in ratings} for _ in range(25)]
        for n, row in enumerate(rows):
            for q, value in row.items():
                ratings[q][f"{name} {n}", name] = value
        sheets[name] = rows
    files: tuple[File, ...]
    if d.form == "xlsx":
        lines = {n: [list(ratings), *[list(r.values()) for r in rows]] for n, rows in sheets.items()}
        files = (("scores.xlsx", workbook(lines)),)
    else:
        files = tuple(d.write(rows, name) for name, rows in sheets.items())
    return Case(
        "raters' sheets without ids or texts",
        d.name,
        files,
        "ask",
        (Reading(ratings, named=False, agreement=False),),
        "nothing says which rows belong together: means, and no agreement",
    )


@kind(
    "raters' sheets with texts only",
    Disguise("English CSV", "csv"),
    Disguise("French, semicolons", "csv;", "reversed", "shuffled", {"text": "phrase", "label": "étiquette"}),
    Disguise("JSON lines", "jsonl", "shuffled", "shuffled", {"text": "sentence", "label": "sentiment"}),
)
def text_sheets(rng: random.Random, d: Disguise) -> Case:
    raters = ["anna", "bert", "cleo"]
    given = rated(rng, SENTENCES, raters, ["pos", "neg", "mixed"])
    files = []
    for r in raters:
        texts = SENTENCES.copy()
        rng.shuffle(texts)
        files.append(d.write([{d["text"]: t, d["label"]: given[t, r]} for t in texts], r))
    return Case(
        "raters' sheets with texts only",
        d.name,
        tuple(files),
        "open",
        (Reading({d["label"]: given}),),
        "rows are joined by what they show, in whatever order they stand",
    )


@kind(
    "raters' sheets with ids",
    Disguise("English TSV", "tsv"),
    Disguise("German, semicolons", "csv;", "shuffled", "shuffled", {"id": "Beleg_Nr", "a": "Inhalt", "b": "Form"}),
    Disguise("JSON", "json", "reversed", "shuffled", {"id": "item", "a": "content", "b": "form"}),
)
def id_sheets(rng: random.Random, d: Disguise) -> Case:
    items, raters = numbered("z", 16), ["rater_x", "rater_y"]
    given = {d[q]: rated(rng, items, raters, [0, 1, 2]) for q in ("a", "b")}
    files = []
    for r in raters:
        order = items.copy()
        rng.shuffle(order)
        files.append(d.write([{d["id"]: i, **{q: g[i, r] for q, g in given.items()}} for i in order], r))
    return Case(
        "raters' sheets with ids",
        d.name,
        tuple(files),
        "either",
        (Reading(given, named=False),),
        "two people, two questions each, joined by id",
    )


@kind(
    "a pivot sheet beside the ratings",
    Disguise("English workbook", "xlsx"),
    Disguise(
        "German workbook",
        "xlsx",
        "shuffled",
        "shuffled",
        {
            "item": "Beleg",
            "who": "Bewerter",
            "label": "Urteil",
            "Pivot": "Auswertung",
            "Total": "Gesamt",
            "Ratings": "Daten",
        },
    ),
    Disguise("two CSV files", "csv", words={"Pivot": "summary"}),
)
def pivot(rng: random.Random, d: Disguise) -> Case:
    items, raters = numbered("m", 16), ["Xena", "Yuri", "Zoe"]
    labels = ["good", "bad", "unsure"]
    given = rated(rng, items, raters, labels)
    rows = [{d["item"]: i, d["who"]: r, d["label"]: v} for (i, r), v in given.items()]
    table = [[d["who"], *labels, d["Total"]]]
    for r in raters:
        n = [sum(v == label for (_, who), v in given.items() if who == r) for label in labels]
        table.append([r, *n, sum(n)])
    table.append([d["Total"], *(sum(c) for c in list(zip(*table[1:], strict=True))[1:])])
    files: tuple[File, ...]
    if d.form == "xlsx":
        head = [d["item"], d["who"], d["label"]]
        files = (
            ("study.xlsx", workbook({d["Ratings"]: [head, *[[r[c] for c in head] for r in rows]], d["Pivot"]: table})),
        )
    else:
        body = "\n".join(",".join(map(str, line)) for line in table)
        files = (d.write(rows, "ratings"), (f"{d['Pivot']}.csv", body.encode()))
    return Case(
        "a pivot sheet beside the ratings",
        d.name,
        files,
        "either",
        (Reading({d["label"]: given}),),
        "a summary of the ratings is no rater and no rating",
    )


@kind(
    "the items' own table beside the ratings",
    Disguise("English CSV", "csv"),
    Disguise(
        "German, semicolons",
        "csv;",
        "shuffled",
        "shuffled",
        {"item": "Beleg_Nr", "who": "Kodierer", "label": "Urteil", "topic": "Thema"},
    ),
    Disguise("JSON lines", "jsonl", "reversed", words={"item": "doc_id", "who": "annotator", "label": "stance"}),
)
def described(rng: random.Random, d: Disguise) -> Case:
    items, raters = numbered("d", 18), ["Lou", "Max"]
    given = rated(rng, items, raters, ["for", "against"])
    rows = [{d["item"]: i, d["who"]: r, d["label"]: v} for (i, r), v in given.items()]
    about = [
        {d["item"]: i, "text": f"{SENTENCES[n % 12]} {n}", d["topic"]: ["tax", "war", "school"][n % 3]}
        for n, i in enumerate(items)
    ]
    return Case(
        "the items' own table beside the ratings",
        d.name,
        (d.write(rows, "labels"), d.write(about, "items")),
        "open",
        (Reading({d["label"]: given}),),
        "a table without judgements describes items",
    )
