"""Small tables in the layouts of crowd platforms, shared tasks and judging tools; the content is made up."""

from __future__ import annotations

from tests.tables.made_up.layouts import WORDS, layout, text

TONES = ("positive", "negative", "neutral")


@layout("crowd report of judgements, a platform's columns with a bar", "csv", 12, 4, "_tainted _trust false")
def _(rng):
    return [
        {
            "_unit_id": 900 + i,
            "_created_at": f"5/3/2016 14:{i:02d}:11",
            "_golden": "false",
            "_id": 5000 + i * 4 + k,
            "_tainted": "false",
            "_trust": round(0.8 + 0.05 * k, 4),
            "_worker_id": 3001 + k,
            "_country": "NLD",
            "tone": rng.choice(TONES),
            "text": f"{i} {text(rng)}",
        }
        for i in range(12)
        for k in range(4)
    ]


@layout("translation errors, segments numbered in camel case", "tsv", 16, 2, "Major Minor")
def _(rng):
    kinds = [("Accuracy/Omission", "Major"), ("Style/Awkward", "Minor"), ("No-error", "No-error")]
    return [
        {
            "system": system,
            "doc": f"doc{g // 4}",
            "docSegId": g % 4,
            "globalSegId": g,
            "rater": f"rater{k}",
            "source": f"{WORDS[g]} source",
            "target": f"{WORDS[g]} target",
            "category": category,
            "severity": severity,
        }
        for system in ("sys-a", "sys-b")
        for g in range(8)
        for k in (1, 2)
        for category, severity in rng.sample(kinds[:2], rng.randint(1, 2)) or [kinds[2]]
    ]


@layout("rankings of five systems, numbered columns", "csv", (), (), "system1Id system1rank")
def _(rng):
    rows = []
    for g in range(15):
        systems = rng.sample(["north", "south", "east", "west", "middle", "coast"], 5)
        row = {"segmentId": g, "judgeId": f"judge{g % 2}"}
        row |= {f"system{n}Id": s for n, s in enumerate(systems, 1)}
        rows.append(row | {f"system{n}rank": rng.randint(1, 5) for n in range(1, 6)})
    return rows


@layout("requests with five scores and the five people who gave them", "csv", 14, 27, "Normalized")
def _(rng):
    rows = []
    for i in range(14):
        people = rng.sample(range(30), 5)
        row = {"Community": "garden", "Id": 60000 + i, "Request": f"{i} {text(rng)}"}
        row |= {f"Score{n}": rng.randint(1, 25) for n in range(1, 6)}
        row |= {f"TurkId{n}": f"A{people[n - 1]:03d}Z" for n in range(1, 6)}
        rows.append(row | {"Normalized Score": round(rng.gauss(0, 1), 4)})
    return rows


@layout("image quality as counts of five grades", "csv", (), (), "c1 c5")
def _(rng):
    rows = []
    for i in range(12):
        grades = [min(4, max(0, int(rng.gauss(2.5, 1)))) for _ in range(100)]
        row = {"image_name": f"{826373 + i}.jpg"} | {f"c{n + 1}": grades.count(n) for n in range(5)}
        rows.append(row | {"c_total": 100, "MOS": round(sum(grades) / 100 + 1, 4), "SD": 0.6})
    return rows


@layout("essays with six half-point scores", "csv", 12, 1, "full_text text_id")
def _(rng):
    asked = ("cohesion", "syntax", "vocabulary", "phraseology", "grammar", "conventions")
    return [
        {"text_id": f"0016B{i:03X}", "full_text": text(rng, 60)} | {q: rng.randint(2, 8) / 2 for q in asked}
        for i in range(12)
    ]


@layout("attacks on others, yes and no as 1.0 and 0.0", "tsv", 12, 3)
def _(rng):
    asked = ("quoting_attack", "recipient_attack", "third_party_attack", "other_attack", "attack")
    return [
        {"rev_id": 37675 + i, "worker_id": 1362 + k} | {q: f"{int(rng.random() < 0.4)}.0" for q in asked}
        for i in range(12)
        for k in range(3)
    ]


@layout("listening test, a listener a row", "csv", 24, 3, "sys0 system")
def _(rng):
    return [
        {"system_ID": f"sys{s}", "utterance_ID": f"sys{s}-{u}.wav", "listener_ID": f"L{k}", "score": rng.randint(1, 5)}
        for s in range(3)
        for u in range(8)
        for k in range(3)
    ]


@layout("relevance of documents to topics, by workers", "tsv", 20, 5, "gold")
def _(rng):
    return [
        {
            "topicID": 20000 + t,
            "workerID": f"A{k}",
            "docID": f"doc{d:04d}",
            "gold": (t + d) % 3 - 1,
            "label": rng.randint(0, 2),
        }
        for t in range(4)
        for d in range(5)
        for k in range(5)
    ]


@layout("ids by their hashes", "csv", 12, 4)
def _(rng):
    return [
        {"hit_hash": f"{i:02d}a9f03c71", "worker_hash": f"{k}be77d2", "answer": rng.choice(TONES)}
        for i in range(12)
        for k in range(4)
    ]


@layout("a record's own label beside those of its annotators", "jsonl", 12, 3, "hard_label")
def _(rng):
    return [
        {
            "id": i,
            "text": text(rng),
            "label": "yes",
            "hard_label": "yes",
            "annotations": [{"annotator": who, "label": rng.choice(["yes", "no"])} for who in ("a", "b", "c")],
        }
        for i in range(12)
    ]


@layout("labels and names as words with commas", "json", 12, 4, "hard_label")
def _(rng):
    return [
        {
            "text": f"{i} {text(rng)}",
            "annotations": ",".join(rng.choice("01") for _ in range(4)),
            "annotators": "Ann1,Ann2,Ann3,Ann4",
            "hard_label": str(i % 2),
            "split": "train",
        }
        for i in range(12)
    ]


@layout("the text that one of two answers is better", "json", (16,), (1,), "output_1 output_2")
def _(rng):
    return [
        {"input": f"{i} {text(rng)}", "output_1": text(rng, 6), "output_2": text(rng, 7), "label": rng.choice([1, 2])}
        for i in range(16)
    ]


@layout("scores of two programs' outputs", "csv", (), (), "gpt4 llama")
def _(rng):
    return [
        {"prompt": f"{i} {text(rng)}", "gpt4_score": rng.randint(1, 5), "llama_score": rng.randint(1, 5)}
        for i in range(12)
    ]


@layout("scores of two programs' outputs, by people", "csv", 12, 2)
def _(rng):
    return [
        {"item_id": i, "rater": who, "model_a_rating": rng.randint(1, 5), "model_b_rating": rng.randint(1, 5)}
        for i in range(12)
        for who in ("r1", "r2")
    ]


@layout("a question's text a row, two questions on each text", "csv", (8,), (2,))
def _(rng):
    return [
        {"text_id": i, "participant": who, "question": question, "response": rng.randint(1, 5)}
        for i in range(8)
        for question in ("How natural is it?", "How clear is it?")
        for who in ("a", "b")
    ]


@layout("figures of agreement by category", "csv", (), ())
def _(rng):
    return [
        {"category": c, "rater_pair": p, "kappa": round(rng.random(), 2), "n": 50}
        for c in ("tone", "style", "stance")
        for p in ("A-B", "A-C", "B-C")
    ]


@layout("means and spreads of words' ratings", "tsv", (), ())
def _(rng):
    return [
        {"word": f"w{i}", "mean_valence": rng.randint(10, 90) / 10, "sd_valence": 1.2, "n_raters": 30}
        for i in range(14)
    ]


@layout("addresses as columns", "csv", 12, 3)
def _(rng):
    return [{"item": i} | {f"{p}@example.org": rng.randint(1, 4) for p in ("anna", "ben", "chen")} for i in range(12)]


@layout("radiologists as columns", "csv", 10, 2)
def _(rng):
    return [
        {"case_id": i} | {f"Radiologist R{n}": rng.choice(("grade 2", "grade 3")) for n in (1, 2)} for i in range(10)
    ]


@layout("angles measured by three raters", "csv", 10, 3)
def _(rng):
    return [
        {"subject": f"s{i}", "rater": who, "angle_deg": round(90 + 2 * i + rng.gauss(0, 1), 1)}
        for i in range(10)
        for who in ("R1", "R2", "R3")
    ]


@layout("a chain's settings and results, no judgement", "json", (), (), "model args")
def _(rng):
    return [{"name": f"run {i}", "model_args": f"size={i}", "stderr": round(rng.random(), 3)} for i in range(6)]
