"""Long tables: a row is one rating."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

from tests.tables.made_up.cases import Case, Disguise, Reading, kind, rated

SENTENCES = [
    "The committee met twice before lunch",
    "Rain is expected in the north",
    "Her answer came as a letter",
    "Nobody had asked for a second opinion",
    "The old bridge will be closed in May",
    "Two trains left at the same time",
    "He paid for both tickets in coins",
    "The results were printed on Friday",
    "A small dog guarded the gate",
    "Most of the apples had been eaten",
    "The lamp on the desk was still warm",
    "They painted the door in green",
]


def numbered(stem: str, n: int, first: int = 1) -> list[str]:
    return [f"{stem}{i}" for i in range(first, first + n)]


@kind(
    "a criterion a row",
    Disguise("English CSV", "csv", words={"sentence": "source_sentence_no", "aspect": "aspect", "worker": "worker_id"}),
    Disguise(
        "German, semicolons",
        "csv;",
        "reversed",
        words={
            "source": "Original",
            "output": "Vereinfachung",
            "sentence": "Satz_Nr",
            "aspect": "Kriterium",
            "worker": "Bewerter",
            "rating": "Punkte",
            "meaning": "Bedeutung",
            "fluency": "Lesbarkeit",
            "simplicity": "Einfachheit",
        },
    ),
    Disguise(
        "Chinese JSON lines",
        "jsonl",
        "shuffled",
        "shuffled",
        {
            "source": "原文",
            "output": "译文",
            "sentence": "样本编号",
            "aspect": "维度",
            "worker": "标注员",
            "rating": "评分",
            "meaning": "准确性",
            "fluency": "流畅度",
            "simplicity": "简洁性",
        },
    ),
)
def criterion_column(rng: random.Random, d: Disguise) -> Case:
    rows, ratings = [], {}
    for aspect in ("meaning", "fluency", "simplicity"):
        given = {}
        for i in range(12):
            own = rng.randrange(20, 80)
            for worker in rng.sample(range(9), 4):
                value = max(0, min(100, own + rng.randrange(-25, 26)))
                given[str(400 + i), str(worker)] = value
                rows.append(
                    {
                        d["source"]: f"{SENTENCES[i]}, as everyone had known for long.",
                        d["output"]: SENTENCES[i],
                        d["sentence"]: 400 + i,
                        d["aspect"]: d[aspect],
                        d["worker"]: worker,
                        d["rating"]: value,
                    }
                )
        ratings[d[aspect]] = given
    return Case(
        "a criterion a row",
        d.name,
        (d.write(rows),),
        "open",
        (Reading(ratings),),
        "one column names what each row's number is about",
    )


@kind(
    "perfect agreement, long",
    Disguise("English CSV", "csv"),
    Disguise(
        "French TSV",
        "tsv",
        "shuffled",
        "shuffled",
        {"item": "identifiant", "who": "évaluateur", "tone": "ton", "clear": "clarté"},
    ),
    Disguise("English TSV, who said it", "tsv", words={"who": "who", "item": "what"}),
    Disguise(
        "Korean workbook",
        "xlsx",
        "reversed",
        "shuffled",
        {"item": "문서 번호", "who": "평가자", "tone": "감정", "clear": "명확성"},
    ),
)
def perfect_long(rng: random.Random, d: Disguise) -> Case:
    items, raters = numbered("t", 16), ["Kim", "Lee", "Park"]
    tone = rated(rng, items, raters, ["positive", "negative", "neutral"], agree=1)
    clear = rated(rng, items, raters, [1, 2, 3, 4, 5])
    rows = [{d["item"]: i, d["who"]: r, d["tone"]: tone[i, r], d["clear"]: clear[i, r]} for i in items for r in raters]
    return Case(
        "perfect agreement, long",
        d.name,
        (d.write(rows),),
        "either",
        (Reading({d["tone"]: tone, d["clear"]: clear}),),
        "on one question the raters agree throughout",
    )


@kind(
    "one label for all, long",
    Disguise("English CSV", "csv"),
    Disguise(
        "Spanish, semicolons",
        "csv;",
        "shuffled",
        words={"item": "documento", "who": "anotador", "label": "etiqueta", "safe": "seguro"},
    ),
    Disguise(
        "Japanese JSON",
        "json",
        "reversed",
        "shuffled",
        {"item": "文書", "who": "評価者", "label": "ラベル", "safe": "安全"},
    ),
)
def perfect_label(rng: random.Random, d: Disguise) -> Case:
    items, raters = numbered("doc-", 14), ["ana", "bea"]
    label = rated(rng, items, raters, [d["safe"]], agree=1)
    rows = [{d["item"]: i, d["who"]: r, d["label"]: label[i, r]} for i in items for r in raters]
    return Case(
        "one label for all, long",
        d.name,
        (d.write(rows),),
        "open",
        (Reading({d["label"]: label}),),
        "everyone says the same of everything, which is 100 % and no kappa",
    )


@kind(
    "several questions, one called label",
    Disguise("English CSV", "csv"),
    Disguise(
        "German JSON lines",
        "jsonl",
        "shuffled",
        "shuffled",
        {"item": "Beleg", "who": "Kodiererin", "label": "Kategorie", "fluency": "Flüssigkeit", "fair": "Fairness"},
    ),
    Disguise(
        "Polish workbook",
        "xlsx",
        "reversed",
        words={"item": "dokument", "who": "ekspert", "label": "etykieta", "fluency": "płynność", "fair": "uczciwość"},
    ),
)
def label_and_more(rng: random.Random, d: Disguise) -> Case:
    items, raters = numbered("n", 15), ["r-one", "r-two", "r-three"]
    given = {
        d["label"]: rated(rng, items, raters, ["sport", "politics", "culture"]),
        d["fluency"]: rated(rng, items, raters, [1, 2, 3, 4, 5]),
        d["fair"]: rated(rng, items, raters, [1, 2, 3, 4, 5], 0.5),
    }
    rows = [{d["item"]: i, d["who"]: r, **{q: g[i, r] for q, g in given.items()}} for i in items for r in raters]
    return Case(
        "several questions, one called label",
        d.name,
        (d.write(rows),),
        "either",
        (Reading(given),),
        "the other judgements stand beside a column called label and are judgements too",
    )


@kind(
    "system × segment",
    Disguise("English TSV", "tsv"),
    Disguise(
        "German, semicolons",
        "csv;",
        "shuffled",
        "shuffled",
        {"system": "System", "segment": "Segment_Nr", "who": "Gutachter", "score": "Bewertung"},
    ),
    Disguise(
        "Russian JSON lines",
        "jsonl",
        "reversed",
        "shuffled",
        {"system": "система", "segment": "номер сегмента", "who": "эксперт", "score": "оценка"},
    ),
)
def system_and_segment(rng: random.Random, d: Disguise) -> Case:
    keys = [(s, n) for s in ("sys-A", "sys-B", "sys-C") for n in range(1, 11)]
    names = {f"{s}|{n}": (s, n) for s, n in keys}
    given = rated(rng, list(names), ["p1", "p2"], [1, 2, 3, 4, 5, 6])
    rows = [
        {d["system"]: names[i][0], d["segment"]: names[i][1], d["who"]: r, d["score"]: v} for (i, r), v in given.items()
    ]
    return Case(
        "system × segment",
        d.name,
        (d.write(rows),),
        "open",
        (Reading({d["score"]: given}),),
        "the item is two columns together: 30 items, not 10, and nobody judged one twice",
        ("item: segment", "item: system and segment"),
    )


@kind(
    "document × sentence",
    Disguise("English CSV", "csv"),
    Disguise(
        "French, semicolons",
        "csv;",
        "reversed",
        "shuffled",
        {"doc": "document", "sentence": "no_phrase", "who": "annotateur", "label": "étiquette"},
    ),
    Disguise(
        "Chinese workbook",
        "xlsx",
        "shuffled",
        words={"doc": "文档编号", "sentence": "句子编号", "who": "标注者", "label": "标签"},
    ),
)
def document_and_sentence(rng: random.Random, d: Disguise) -> Case:
    names = {f"{a}|{n}": (a, n) for a in ("2041", "2042", "2057", "2060") for n in range(1, 7)}
    given = rated(rng, list(names), ["mh", "tk", "sv"], ["claim", "premise", "none"])
    rows = [
        {d["doc"]: names[i][0], d["sentence"]: names[i][1], d["who"]: r, d["label"]: v} for (i, r), v in given.items()
    ]
    return Case(
        "document × sentence",
        d.name,
        (d.write(rows),),
        "either",
        (Reading({d["label"]: given}),),
        "sentences are numbered anew in every document: 24 items",
        ("item: sentence", "item: document and sentence"),
    )


@kind(
    "question × turn",
    Disguise("English JSON lines", "jsonl"),
    Disguise("English CSV", "csv", "shuffled", "shuffled", {"qid": "question", "who": "grader", "score": "grade"}),
    Disguise(
        "Chinese TSV",
        "tsv",
        "reversed",
        "shuffled",
        {"qid": "问题编号", "turn": "轮次", "who": "评分员", "score": "得分"},
    ),
)
def question_and_turn(rng: random.Random, d: Disguise) -> Case:
    names = {f"{q}|{t}": (q, t) for q in range(81, 93) for t in (1, 2)}
    given = rated(rng, list(names), ["expert_0", "expert_1"], list(range(1, 11)), 0.5)
    rows = [{d["qid"]: names[i][0], d["turn"]: names[i][1], d["who"]: r, d["score"]: v} for (i, r), v in given.items()]
    return Case(
        "question × turn",
        d.name,
        (d.write(rows),),
        "either",
        (Reading({d["score"]: given}),),
        "every question has two turns, and each is rated: 24 items",
        ("item: question", "item: question and turn"),
    )


@kind(
    "model output rated by people",
    Disguise("English CSV", "csv", words={"model": "model_name"}),
    Disguise(
        "German workbook",
        "xlsx",
        "shuffled",
        "shuffled",
        {"prompt": "Aufgabe_Nr", "model": "Modell", "who": "Bewerterin", "score": "Note"},
    ),
    Disguise(
        "English JSON",
        "json",
        "reversed",
        words={"prompt": "prompt_id", "model": "model", "who": "annotator_name", "score": "helpfulness_score"},
    ),
)
def rated_models(rng: random.Random, d: Disguise) -> Case:
    names = {f"{p}|{m}": (p, m) for p in range(1, 9) for m in ("gpt-4o", "claude-3-haiku", "llama-3-8b")}
    given = rated(rng, list(names), ["Dana", "Emil", "Fay"], [1, 2, 3, 4, 5])
    rows = [
        {d["prompt"]: names[i][0], d["model"]: names[i][1], d["who"]: r, d["score"]: v} for (i, r), v in given.items()
    ]
    groups = {d["model"]: dict.fromkeys(("gpt-4o", "claude-3-haiku", "llama-3-8b"), 24)}
    return Case(
        "model output rated by people",
        d.name,
        (d.write(rows),),
        "open",
        (Reading({d["score"]: given}, groups=groups),),
        "what is judged is not who judges: the model is no rater, and part of the item",
    )


@kind(
    "split beside labels",
    Disguise("English CSV", "csv"),
    Disguise(
        "German, semicolons",
        "csv;",
        "reversed",
        "shuffled",
        {"item": "Text_ID", "who": "Annotiererin", "label": "Klasse", "split": "split"},
    ),
    Disguise(
        "JSON lines",
        "jsonl",
        "shuffled",
        "shuffled",
        {"item": "tweet_id", "who": "worker_id", "label": "sentiment", "split": "set"},
    ),
)
def split_beside(rng: random.Random, d: Disguise) -> Case:
    items, raters = numbered("8", 24, 100), ["w11", "w12"]
    given = rated(rng, items, raters, ["pos", "neg"])
    part = {i: rng.choice(["train", "train", "dev", "test"]) for i in items}
    rows = [{d["item"]: i, d["who"]: r, d["label"]: v, d["split"]: part[i]} for (i, r), v in given.items()]
    return Case(
        "split beside labels",
        d.name,
        (d.write(rows),),
        "open",
        (Reading({d["label"]: given}),),
        "train and test are no judgement",
    )


@kind(
    "prompts beside answers",
    Disguise("English CSV", "csv"),
    Disguise(
        "French JSON",
        "json",
        "shuffled",
        "shuffled",
        {"prompt": "consigne", "response": "réponse", "who": "évaluatrice", "ok": "correct", "item": "cas"},
    ),
    Disguise(
        "workbook",
        "xlsx",
        "reversed",
        words={"prompt": "instruction", "response": "output", "who": "rater", "ok": "is_helpful", "item": "id"},
    ),
)
def prompts_beside(rng: random.Random, d: Disguise) -> Case:
    items, raters = numbered("a", 18), ["Uma", "Vik"]
    given = rated(rng, items, raters, [0, 1])
    prompts = ["Summarise the text.", "Translate it.", "Explain it to a child."]
    rows = [
        {
            d["item"]: i,
            d["prompt"]: prompts[int(i[1:]) % 3],
            d["response"]: f"Answer no. {i[1:]} in words",
            d["who"]: r,
            d["ok"]: v,
        }
        for (i, r), v in given.items()
    ]
    return Case(
        "prompts beside answers",
        d.name,
        (d.write(rows),),
        "open",
        (Reading({d["ok"]: given}),),
        "three prompts that recur are no labels",
    )


YES = {"ja": "nein", "oui": "non", "是": "否", "да": "нет"}


@kind(
    "yes and no in another language",
    Disguise(
        "German, semicolons",
        "csv;",
        words={"item": "Beleg_Nr", "who": "Prüfer", "ok": "korrekt", "yes": "ja", "no": "nein"},
    ),
    Disguise(
        "French TSV",
        "tsv",
        "shuffled",
        "shuffled",
        {"item": "numéro", "who": "juge", "ok": "est correct", "yes": "oui", "no": "non"},
    ),
    Disguise(
        "Chinese JSON lines",
        "jsonl",
        "reversed",
        "shuffled",
        {"item": "编号", "who": "评审", "ok": "正确", "yes": "是", "no": "否"},
    ),
    Disguise(
        "Russian workbook",
        "xlsx",
        "given",
        "shuffled",
        {"item": "номер", "who": "эксперт", "ok": "верно", "yes": "да", "no": "нет"},
    ),
)
def yes_and_no(rng: random.Random, d: Disguise) -> Case:
    items, raters = numbered("", 20, 301), ["A.B.", "C.D.", "E.F."]
    given = rated(rng, items, raters, [d["yes"], d["no"]], 0.6)
    rows = [{d["item"]: int(i), d["who"]: r, d["ok"]: v} for (i, r), v in given.items()]
    return Case(
        "yes and no in another language",
        d.name,
        (d.write(rows),),
        "open",
        (Reading({d["ok"]: given}, levels=("nominal", "ordinal")),),
        "all answers are read, or none",
    )


def moment(t: datetime, how: int) -> str:
    """A time in one of four forms, none of them ambiguous (days beyond the twelfth)."""
    return [t.isoformat(), str(int(t.timestamp() * 1000)), format_datetime(t), t.strftime("%d.%m.%Y %H:%M:%S")][how]


@kind(
    "times in several forms",
    Disguise("English CSV", "csv"),
    Disguise(
        "German, semicolons",
        "csv;",
        "reversed",
        "shuffled",
        {"item": "Beleg", "who": "Prüferin", "label": "Urteil", "time": "Zeitpunkt"},
    ),
    Disguise(
        "JSON",
        "json",
        "shuffled",
        "shuffled",
        {"item": "task_id", "who": "annotator", "label": "choice", "time": "submitted_at"},
    ),
)
def mixed_times(rng: random.Random, d: Disguise) -> Case:
    items, raters = numbered("k", 16), ["Ira", "Jon"]
    final = rated(rng, items, raters, ["keep", "drop"])
    rows = []
    start = datetime(2025, 3, 14, 9, 0, tzinfo=UTC)
    for n, ((i, r), v) in enumerate(final.items()):
        at = start + timedelta(days=n % 9, minutes=7 * n)
        if n % 3 == 0:  # corrected later: the later answer counts, though it stands first in the file
            later = at + timedelta(days=4, minutes=3)
            rows.append((i, r, v, moment(later, (n // 3) % 4)))
            v = "drop" if v == "keep" else "keep"
        rows.append((i, r, v, moment(at, (n // 2) % 4)))
    table = [dict(zip((d["item"], d["who"], d["label"], d["time"]), row, strict=True)) for row in rows]
    return Case(
        "times in several forms",
        d.name,
        (d.write(table),),
        "either",
        (Reading({d["label"]: final}),),
        "the latest answer counts, by its time and not by its row, whatever form the time is written in",
    )


@kind(
    "times that can be read two ways",
    Disguise("English CSV", "csv"),
    Disguise("TSV", "tsv", "shuffled", words={"item": "doc_id", "who": "coder", "label": "code", "time": "date"}),
    Disguise(
        "JSON lines", "jsonl", "reversed", words={"item": "id", "who": "rater", "label": "answer", "time": "rated_at"}
    ),
)
def ambiguous_times(rng: random.Random, d: Disguise) -> Case:
    items, raters = numbered("q", 14), ["L", "M"]
    given = rated(rng, items, raters, ["x", "y", "z"])
    rows = []
    once = dict(given)  # without those of which it isn't known which answer is the later one
    for n, ((i, r), v) in enumerate(given.items()):
        rows.append({d["item"]: i, d["who"]: r, d["label"]: v, d["time"]: f"0{1 + n % 9}/1{n % 3}/2024 10:00"})
        if n % 5 == 0:  # two answers, whose order is another with the month first than with the day first
            rows[-1][d["time"]] = "05/02/2024 10:00"
            other = "x" if v != "x" else "y"
            once.pop((i, r))
            rows.append({d["item"]: i, d["who"]: r, d["label"]: other, d["time"]: "03/04/2024 10:00"})
    return Case(
        "times that can be read two ways",
        d.name,
        (d.write(rows),),
        "ask",
        (Reading({d["label"]: once}), Reading({d["label"]: once}, items=len(items))),
        "5 February or 2 May: which answer is the later one is not in the file",
        ("day first", "month first"),
    )


@kind(
    "several choices with a slash",
    Disguise("English CSV", "csv"),
    Disguise(
        "German workbook", "xlsx", "shuffled", "shuffled", {"item": "Artikel_ID", "who": "Kodierer", "topics": "Themen"}
    ),
    Disguise("JSON lines", "jsonl", "reversed", words={"item": "article_id", "who": "annotator", "topics": "labels"}),
)
def slashed_sets(rng: random.Random, d: Disguise) -> Case:
    items, raters = numbered("art", 20), ["Nia", "Otto", "Pia"]
    topics = ["politics", "sport", "health", "science"]
    choices = [frozenset(rng.sample(topics, k)) for k in (1, 1, 2, 2, 3) for _ in range(2)]
    given = rated(rng, items, raters, choices, 0.5)
    rows = [
        {d["item"]: i, d["who"]: r, d["topics"]: "/".join(sorted(v, key=topics.index))} for (i, r), v in given.items()
    ]
    return Case(
        "several choices with a slash",
        d.name,
        (d.write(rows),),
        "either",
        (Reading({d["topics"]: given}),),
        "a/b is a and b, since both stand alone as well",
        ("one label", "a set of labels"),
    )


@kind(
    "groups with blanks",
    Disguise("English CSV", "csv"),
    Disguise(
        "German TSV",
        "tsv",
        "shuffled",
        "shuffled",
        {"item": "Beleg", "who": "Gutachterin", "score": "Punkte", "group": "Fachgebiet"},
    ),
    Disguise(
        "workbook", "xlsx", "reversed", words={"item": "essay_id", "who": "grader", "score": "grade", "group": "school"}
    ),
)
def blank_groups(rng: random.Random, d: Disguise) -> Case:
    items, raters = numbered("e", 30), ["Quin", "Rob"]
    given = rated(rng, items, raters, [1, 2, 3, 4, 5])
    group = {i: ["law", "law", "medicine", None, "physics"][n % 5] for n, i in enumerate(items)}
    rows = [{d["item"]: i, d["who"]: r, d["score"]: v, d["group"]: group[i]} for (i, r), v in given.items()]
    sizes: dict[str, int] = {}
    for i, _ in given:
        sizes[group[i] or ""] = sizes.get(group[i] or "", 0) + 1
    return Case(
        "groups with blanks",
        d.name,
        (d.write(rows),),
        "open",
        (Reading({d["score"]: given}, groups={d["group"]: sizes}),),
        "twelve ratings have no group and are counted somewhere",
    )


@kind(
    "ordered words",
    Disguise("English CSV", "csv", words={"0": "poor", "1": "fair", "2": "good", "3": "excellent"}),
    Disguise(
        "German, semicolons",
        "csv;",
        "shuffled",
        "shuffled",
        {
            "item": "Beleg",
            "who": "Bewerter",
            "label": "Bewertung",
            "0": "schlecht",
            "1": "mittel",
            "2": "gut",
            "3": "sehr gut",
        },
    ),
    Disguise(
        "JSON lines",
        "jsonl",
        "reversed",
        "shuffled",
        {"label": "severity", "0": "none", "1": "mild", "2": "moderate", "3": "severe"},
    ),
)
def ordered_words(rng: random.Random, d: Disguise) -> Case:
    items, raters = numbered("i", 20), ["S", "T", "U"]
    order = [d[str(k)] for k in range(4)]
    given = rated(rng, items, raters, order)
    rows = [{d["item"]: i, d["who"]: r, d["label"]: v} for (i, r), v in given.items()]
    return Case(
        "ordered words",
        d.name,
        (d.write(rows),),
        "open",
        (Reading({d["label"]: given}, order=order),),
        "words of a well-known scale stand in its order; of others none is invented",
    )


@kind(
    "free text answers",
    Disguise("English CSV", "csv"),
    Disguise(
        "French JSON lines", "jsonl", "shuffled", "shuffled", {"item": "image", "who": "participant", "text": "réponse"}
    ),
    Disguise("German workbook", "xlsx", "reversed", words={"item": "Bild", "who": "Teilnehmer", "text": "Antwort"}),
)
def free_text(rng: random.Random, d: Disguise) -> Case:
    items, raters = [f"img_{i}.png" for i in range(12)], ["p01", "p02", "p03"]
    nouns, verbs = ["a cat", "two birds", "the sea", "old shoes", "a red car"], ["asleep", "in rain", "near a wall"]
    given = {
        (i, r): f"{rng.choice(nouns)} {rng.choice(verbs)}, seen {n} times by {rng.choice(nouns)}"
        for n, (i, r) in enumerate((i, r) for i in items for r in raters)
    }
    rows = [{d["item"]: i, d["who"]: r, d["text"]: v} for (i, r), v in given.items()]
    return Case(
        "free text answers",
        d.name,
        (d.write(rows),),
        "either",
        (Reading({d["text"]: given}, levels=("text",), agreement=False),),
        "words of one's own have no kappa",
    )


@kind(
    "errors by severity",
    Disguise("English TSV", "tsv"),
    Disguise(
        "German workbook",
        "xlsx",
        "shuffled",
        words={
            "system": "System",
            "segment": "Segment",
            "who": "Prüfer",
            "category": "Kategorie",
            "severity": "Schweregrad",
            "No-error": "Kein Fehler",
            "Minor": "leicht",
            "Major": "schwer",
        },
    ),
    Disguise(
        "JSON lines",
        "jsonl",
        "reversed",
        words={
            "system": "mt_system",
            "segment": "seg_id",
            "who": "annotator",
            "category": "error_type",
            "severity": "error_severity",
            "No-error": "no-error",
            "Minor": "minor",
            "Major": "major",
        },
    ),
)
def errors(rng: random.Random, d: Disguise) -> Case:
    rows, penalty, count = [], {}, {}
    for n in range(1, 13):
        for system in ("mt-1", "mt-2"):
            for who in ("rater1", "rater2"):
                found = [rng.choice(["Minor", "Minor", "Major"]) for _ in range(rng.choice([0, 1, 1, 2, 3]))]
                penalty[f"{system}|{n}", who] = sum({"Minor": 1, "Major": 5}[f] for f in found)
                count[f"{system}|{n}", who] = len(found)
                for severity in found or ["No-error"]:
                    kind_of = rng.choice(["Accuracy", "Fluency", "Style"]) if found else d["No-error"]
                    rows.append(
                        {
                            d["system"]: system,
                            d["segment"]: n,
                            d["who"]: who,
                            d["category"]: kind_of,
                            d["severity"]: d[severity],
                        }
                    )
    readings = tuple(Reading({d["severity"]: g}, further=more) for g in (penalty, count) for more in (False, True))
    return Case(
        "errors by severity",
        d.name,
        (d.write(rows),),
        "either",
        readings,
        "several rows by one rater on one item are errors to be counted or weighted, not corrections",
        ("errors", "corrections"),
    )


@kind(
    "ids spoilt by a spreadsheet",
    Disguise("English CSV", "csv"),
    Disguise(
        "German, semicolons",
        "csv;",
        "shuffled",
        words={"item": "Tweet-ID", "who": "Kodierer", "label": "Urteil", "E": "1,58E+18", "F": "1,59E+18"},
    ),
    Disguise(
        "dates, TSV",
        "tsv",
        "reversed",
        words={"item": "item_id", "who": "rater", "label": "label", "E": "02-Jan", "F": "03-Feb"},
    ),
)
def spoilt_ids(rng: random.Random, d: Disguise) -> Case:
    items, raters = numbered("", 16), ["anna", "boris"]
    given = rated(rng, items, raters, ["hate", "ok"])
    spoilt = {"E": d["E"] if d["E"] != "E" else "1.58E+18", "F": d["F"] if d["F"] != "F" else "1.59E+18"}
    rows = [
        {d["item"]: spoilt["E"] if int(i) % 3 else spoilt["F"], d["who"]: r, d["label"]: v}
        for (i, r), v in given.items()
    ]
    alone = {"label": {(f"{r}{n}", r): v for n, ((_, r), v) in enumerate(given.items())}}
    return Case(
        "ids spoilt by a spreadsheet",
        d.name,
        (d.write(rows),),
        "ask",
        (Reading(alone, agreement=False),),
        "sixteen ids have become two; nothing is joined on them",
    )
