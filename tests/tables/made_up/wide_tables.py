"""Wide tables: a row is an item, and columns are raters, questions, both or counts."""

from __future__ import annotations

import random

from tests.tables.made_up.cases import Case, Disguise, Reading, kind, rated
from tests.tables.made_up.long_tables import SENTENCES, numbered


@kind(
    "annotator × question",
    Disguise("English CSV", "csv", words={"1": "annotator1_", "2": "annotator2_"}),
    Disguise(
        "German, semicolons",
        "csv;",
        words={
            "1": "Prüfer1_",
            "2": "Prüfer2_",
            "source": "Quelle",
            "hedge": "Abschwächung",
            "label": "Kategorie",
            "id": "Nr",
            "text": "Nachricht",
        },
    ),
    Disguise(
        "question first, JSON", "json", "shuffled", "shuffled", {"1": "_rater_A", "2": "_rater_B", "label": "verdict"}
    ),
    Disguise(
        "Chinese TSV",
        "tsv",
        "reversed",
        words={
            "1": "标注员1_",
            "2": "标注员2_",
            "source": "来源",
            "hedge": "语气",
            "label": "标签",
            "id": "编号",
            "text": "消息",
        },
    ),
)
def annotator_question(rng: random.Random, d: Disguise) -> Case:
    items, raters = numbered("", 20), ["1", "2"]
    given = {q: rated(rng, items, raters, [0, 1], p) for q, p in (("source", 0.6), ("hedge", 0.9), ("label", 0.7))}

    def head(q: str, r: str) -> str:
        return f"{d[q]}{d[r]}" if d[r].startswith("_") else f"{d[r]}{d[q]}"

    rows = [
        {
            d["id"]: int(i),
            d["text"]: f"{SENTENCES[n % 12]} {n}",
            **{head(q, r): given[q][i, r] for r in raters for q in given},
        }
        for n, i in enumerate(items)
    ]
    read = {d[q]: {(i, d[r].strip("_")): v for (i, r), v in g.items()} for q, g in given.items()}
    return Case(
        "annotator × question",
        d.name,
        (d.write(rows),),
        "open",
        (Reading(read),),
        "every suffix is a question, also where one is called label",
    )


@kind(
    "perfect agreement, wide",
    Disguise("English CSV", "csv", words={"A": "rater_1", "B": "rater_2", "C": "rater_3"}),
    Disguise(
        "French, semicolons",
        "csv;",
        "reversed",
        "shuffled",
        {"id": "identifiant", "A": "évaluateur 1", "B": "évaluateur 2", "C": "évaluateur 3"},
    ),
    Disguise(
        "Japanese workbook", "xlsx", "shuffled", words={"id": "番号", "A": "評価者1", "B": "評価者2", "C": "評価者3"}
    ),
)
def perfect_wide(rng: random.Random, d: Disguise) -> Case:
    items = numbered("s", 18)
    given = rated(rng, items, ["A", "B", "C"], ["yes", "no", "unclear"], 1)
    rows = [{d["id"]: i, **{d[r]: given[i, r] for r in "ABC"}} for i in items]
    read = {"label": {(i, d[r]): v for (i, r), v in given.items()}}
    return Case(
        "perfect agreement, wide",
        d.name,
        (d.write(rows),),
        "open",
        (Reading(read),),
        "three equal columns are three raters",
    )


@kind(
    "names of raters with signs",
    Disguise("English CSV", "csv"),
    Disguise("JSON lines", "jsonl", "shuffled", "shuffled", {"id": "doc"}),
    Disguise("workbook", "xlsx", "reversed", words={"id": "item"}),
)
def odd_names(rng: random.Random, d: Disguise) -> Case:
    items, raters = numbered("u", 18), ["student-asst 07", "LLM judge run b", "P.K. (2nd pass)"]
    given = rated(rng, items, raters, ["relevant", "partly", "off topic"])
    rows = [{d["id"]: i, **{r: given[i, r] for r in raters}} for i in items]
    return Case(
        "names of raters with signs",
        d.name,
        (d.write(rows),),
        "either",
        (Reading({"label": given}),),
        "a name is a name: 07, b and (2nd pass) are no questions",
    )


@kind(
    "first names as columns",
    Disguise("English CSV", "csv"),
    Disguise("TSV", "tsv", "shuffled", "shuffled", {"id": "Beleg_Nr", "text": "Text"}),
    Disguise("JSON", "json", "given", words={"id": "idx", "text": "sentence"}),
)
def first_names(rng: random.Random, d: Disguise) -> Case:
    items, raters = numbered("", 24), ["Anna", "Bilal", "Chen", "Dorota"]
    given = rated(rng, items, raters, ["joy", "anger", "fear", "none"], missing=0.1)
    rows = [
        {d["id"]: int(i), d["text"]: f"{SENTENCES[n % 12]} {n}", **{r: given.get((i, r)) for r in raters}}
        for n, i in enumerate(items)
    ]
    return Case(
        "first names as columns",
        d.name,
        (d.write(rows),),
        "either",
        (Reading({"label": given}),),
        "columns of the same four words, under names of people",
    )


@kind(
    "numbered places",
    Disguise("English CSV", "csv", words={"1": "annotation_1", "2": "annotation_2", "3": "annotation_3"}),
    Disguise(
        "German, semicolons",
        "csv;",
        "shuffled",
        words={"id": "Beleg", "1": "Bewertung 1", "2": "Bewertung 2", "3": "Bewertung 3"},
    ),
    Disguise("JSON lines", "jsonl", "reversed", words={"1": "label1", "2": "label2", "3": "label3"}),
)
def places(rng: random.Random, d: Disguise) -> Case:
    items = numbered("v", 20)
    given = rated(rng, items, ["1", "2", "3"], ["A", "B", "C"])
    rows = [{d["id"]: i, **{d[r]: given[i, r] for r in "123"}} for i in items]
    return Case(
        "numbered places",
        d.name,
        (d.write(rows),),
        "either",
        (Reading({"label": given}, named=False),),
        "first, second and third annotation of an item",
    )


@kind(
    "counts of labels",
    Disguise("English CSV", "csv"),
    Disguise(
        "German workbook",
        "xlsx",
        "shuffled",
        words={"id": "Beleg", "pos": "positiv", "neg": "negativ", "neu": "neutral"},
    ),
    Disguise("TSV with a prefix", "tsv", "reversed", words={"pos": "n_pos", "neg": "n_neg", "neu": "n_neu"}),
)
def counts(rng: random.Random, d: Disguise) -> Case:
    rows, given = [], {}
    for i in numbered("c", 20):
        own = rng.choice(["pos", "neg", "neu"])
        said = [own if rng.random() < 0.6 else rng.choice(["pos", "neg", "neu"]) for _ in range(6)]
        given |= {(i, str(n)): v for n, v in enumerate(said)}
        rows.append({d["id"]: i, **{d[v]: said.count(v) for v in ("pos", "neg", "neu")}})
    return Case(
        "counts of labels",
        d.name,
        (d.write(rows),),
        "open",
        (Reading({"label": given}, named=False),),
        "each row adds up to six raters, who are not known",
    )


@kind(
    "price, taste, service",
    Disguise("English CSV", "csv"),
    Disguise(
        "German, semicolons",
        "csv;",
        "shuffled",
        "shuffled",
        {"place": "Lokal", "price": "Preis", "taste": "Geschmack", "service": "Bedienung"},
    ),
    Disguise(
        "French JSON",
        "json",
        "reversed",
        words={"place": "restaurant", "price": "prix", "taste": "goût", "service": "service"},
    ),
)
def three_questions(rng: random.Random, d: Disguise) -> Case:
    items = numbered("r", 20)
    given = {d[q]: rated(rng, items, ["one"], [1, 2, 3, 4, 5]) for q in ("price", "taste", "service")}
    rows = [{d["place"]: i, **{q: g[i, "one"] for q, g in given.items()}} for i in items]
    return Case(
        "price, taste, service",
        d.name,
        (d.write(rows),),
        "ask",
        (Reading(given, named=False),),
        "three questions that one person answered, or three people: nothing but the words says which",
        ("each column is a question", "each column is a rater"),
    )


@kind(
    "criteria with a grader's name",
    Disguise("English CSV", "csv"),
    Disguise(
        "German workbook",
        "xlsx",
        "shuffled",
        "shuffled",
        {"id": "Aufsatz_Nr", "who": "Korrektor", "content": "Inhalt", "grammar": "Grammatik", "style": "Stil"},
    ),
    Disguise("JSON lines", "jsonl", "reversed", words={"id": "essay", "who": "marked_by"}),
)
def criteria_one_grader(rng: random.Random, d: Disguise) -> Case:
    items = numbered("x", 18)
    raters = ["Hale", "Ito"]
    given = {d[q]: rated(rng, items, raters, [1, 2, 3, 4, 5]) for q in ("content", "grammar", "style")}
    rows = [{d["id"]: i, d["who"]: r, **{q: g[i, r] for q, g in given.items()}} for i in items for r in raters]
    return Case(
        "criteria with a grader's name",
        d.name,
        (d.write(rows),),
        "either",
        (Reading(given),),
        "a row is one person's answers to three questions",
    )


@kind(
    "metrics by tool",
    Disguise("English CSV", "csv"),
    Disguise("German, semicolons", "csv;", "shuffled", words={"paper": "Dokument", "pages": "Seiten"}),
    Disguise("JSON", "json", "reversed", words={"paper": "file", "pages": "n_pages"}),
)
def metrics(rng: random.Random, d: Disguise) -> Case:
    rows = [
        {
            d["paper"]: f"paper {i}",
            **{f"wer_{t}": round(rng.uniform(0.02, 0.6), 4) for t in ("tesseract", "pdfminer", "grobid")},
            d["pages"]: rng.randrange(4, 30),
        }
        for i in range(12)
    ]
    return Case(
        "metrics by tool",
        d.name,
        (d.write(rows),),
        "ask",
        (),
        "error rates of programs: nobody judged anything",
        ("scores without raters", "not used"),
    )


@kind(
    "prediction and gold",
    Disguise("English CSV", "csv", words={"gold": "gold_label", "guess": "predicted_label"}),
    Disguise("TSV", "tsv", "shuffled", "shuffled", {"gold": "y_true", "guess": "y_pred", "id": "sample_id"}),
    Disguise("JSON lines", "jsonl", "reversed", words={"gold": "ground_truth", "guess": "prediction"}),
)
def gold_and_guess(rng: random.Random, d: Disguise) -> Case:
    items = numbered("g", 30)
    given = rated(rng, items, [d["gold"], d["guess"]], ["cat", "dog", "fox"], 0.7)
    rows = [{d["id"]: i, d["gold"]: given[i, d["gold"]], d["guess"]: given[i, d["guess"]]} for i in items]
    return Case(
        "prediction and gold",
        d.name,
        (d.write(rows),),
        "open",
        (Reading({"label": given}, reference=d["gold"], agreement=False),),
        "the truth is no rater among raters",
    )


@kind(
    "a consensus beside raters",
    Disguise("English CSV", "csv", words={"A": "rater1", "B": "rater2", "C": "rater3", "final": "final"}),
    Disguise(
        "German workbook",
        "xlsx",
        words={"id": "Nr", "A": "Gutachter 1", "B": "Gutachter 2", "C": "Gutachter 3", "final": "Konsens"},
    ),
    Disguise(
        "JSON lines",
        "jsonl",
        "reversed",
        words={"A": "annotator_1", "B": "annotator_2", "C": "annotator_3", "final": "adjudicated"},
    ),
)
def consensus(rng: random.Random, d: Disguise) -> Case:
    items = numbered("w", 20)
    given = rated(rng, items, [d[r] for r in "ABC"], [1, 2, 3, 4, 5])
    rows = [
        {d["id"]: i, **{d[r]: given[i, d[r]] for r in "ABC"}, d["final"]: sorted(given[i, d[r]] for r in "ABC")[1]}
        for i in items
    ]
    return Case(
        "a consensus beside raters",
        d.name,
        (d.write(rows),),
        "either",
        (Reading({"label": given}),),
        "what was settled on afterwards is no fourth independent rating",
    )


@kind(
    "one rater's labels",
    Disguise("English CSV", "csv"),
    Disguise("German, semicolons", "csv;", "shuffled", "shuffled", {"id": "Nr", "label": "Kategorie", "text": "Text"}),
    Disguise("JSON lines", "jsonl", "reversed", words={"label": "sentiment", "text": "tweet"}),
)
def one_rater(rng: random.Random, d: Disguise) -> Case:
    items = numbered("", 24)
    given = rated(rng, items, ["me"], ["pos", "neg", "neutral"])
    rows = [
        {d["id"]: int(i), d["text"]: f"{SENTENCES[n % 12]} {n}", d["label"]: given[i, "me"]}
        for n, i in enumerate(items)
    ]
    return Case(
        "one rater's labels",
        d.name,
        (d.write(rows, "dana"),),
        "either",
        (Reading({d["label"]: given}, named=False, agreement=False),),
        "one column of labels has a distribution and no agreement",
    )


@kind(
    "a survey, a person a row",
    Disguise("Google Forms CSV", "csv", words={"time": "Timestamp", "who": "Email Address"}),
    Disguise(
        "German form, workbook",
        "xlsx",
        words={
            "time": "Zeitstempel",
            "who": "E-Mail-Adresse",
            "Is picture": "Ist Bild",
            "funny?": "lustig?",
            "Yes": "Ja",
            "No": "Nein",
        },
    ),
    Disguise("plain TSV", "tsv", "given", "shuffled", {"time": "submitted_at", "who": "participant"}),
)
def survey(rng: random.Random, d: Disguise) -> Case:
    people = [f"p{i}@example.org" for i in range(9)]
    items = [f"{d['Is picture']} {k} {d['funny?']}" for k in range(1, 8)]
    given = rated(rng, items, people, [d["Yes"], d["No"]], 0.7)
    rows = [
        {d["time"]: f"2025-02-{13 + n}T10:00:00", d["who"]: p, **{i: given[i, p] for i in items}}
        for n, p in enumerate(people)
    ]
    alone = {i: {(p, "x"): v for p in people for v in [given[i, p]]} for i in items}
    return Case(
        "a survey, a person a row",
        d.name,
        (d.write(rows),),
        "either",
        (
            Reading({"answer": given}, levels=("nominal", "ordinal")),
            Reading(alone, named=False, agreement=False, levels=("nominal", "ordinal")),
        ),
        "each person is a rater and each question an item, or each question stands alone",
        ("columns are items", "columns are questions"),
    )


@kind(
    "battles",
    Disguise("English CSV", "csv", words={"1": "model_a", "2": "model_b", "tie": "tie"}),
    Disguise(
        "judged pairs, JSON lines",
        "jsonl",
        "shuffled",
        "shuffled",
        {
            "id": "question_id",
            "left": "model_a",
            "right": "model_b",
            "who": "judge",
            "1": "model_a",
            "2": "model_b",
            "tie": "tie (bothbad)",
        },
    ),
    Disguise(
        "German workbook",
        "xlsx",
        "given",
        "shuffled",
        {
            "id": "Frage_Nr",
            "left": "Modell A",
            "right": "Modell B",
            "who": "Bewerter",
            "winner": "Gewinner",
            "1": "A",
            "2": "B",
            "tie": "unentschieden",
        },
    ),
    Disguise(
        "names of winners, TSV",
        "tsv",
        "reversed",
        words={
            "left": "system_1",
            "right": "system_2",
            "who": "annotator",
            "winner": "preferred",
            "1": "name",
            "2": "name",
            "tie": "tie",
        },
    ),
)
def battles(rng: random.Random, d: Disguise) -> Case:
    head = {
        k: d[k] if d[k] != k else v
        for k, v in {
            "left": "model_a",
            "right": "model_b",
            "who": "judge",
            "id": "question_id",
            "winner": "winner",
        }.items()
    }
    strong = {"ada-2": 3, "bee-1": 2, "cod-7": 1}
    won = {m: [0, 0, 0] for m in strong}
    rows = []
    for q in range(1, 16):
        a, b = rng.sample(list(strong), 2)
        for who in ("h1", "h2"):
            if rng.random() < 0.5:  # the same pair with sides swapped
                a, b = b, a
            if rng.random() < 0.25:
                told = d["tie"]
                won[a][1] += 1
                won[b][1] += 1
            else:
                first = rng.random() < strong[a] / (strong[a] + strong[b])
                winner, loser = (a, b) if first else (b, a)
                won[winner][0] += 1
                won[loser][2] += 1
                told = winner if d["1"] == "name" else d["1"] if first else d["2"]
            rows.append({head["id"]: q, head["left"]: a, head["right"]: b, head["who"]: who, head["winner"]: told})
    wins = {m: tuple(w) for m, w in won.items()}
    return Case(
        "battles",
        d.name,
        (d.write(rows),),
        "open",
        (Reading({}, items=15, wins=wins),),
        "whichever side a model stood on, it won, tied or lost; ties count half",
    )
