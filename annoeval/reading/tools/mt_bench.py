"""MT-Bench: judgements of single answers, of pairs in both orders, and by people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from annoeval.problem import Problem
from annoeval.reading.annotations import every
from annoeval.reading.exact_json import cell
from annoeval.reading.records import table_of
from annoeval.reading.table import Reading
from annoeval.reading.tool import Json, Source, Tool, known_table

Roles = Mapping[str, Mapping[str, str]]
_ITEM = {"question_id": {"role": "item"}, "turn": {"role": "item"}}
_JUDGE = {"judge": {"role": "rater"}, "tstamp": {"role": "time"}}


def is_single(content: Json) -> bool:
    """Judgements of one model's answer: question, turn, judge and score."""
    return every(content.rows, lambda r: {"question_id", "model", "judge", "score", "turn"} <= r.keys())


def is_pair(content: Json) -> bool:
    """Judgements of two models' answers, with the winner of either order."""
    wanted = {"question_id", "model_1", "model_2", "g1_winner", "g2_winner"}
    return every(content.rows, lambda r: wanted <= r.keys())


def is_human(content: Json) -> bool:
    """Judgements of two models' answers by a person or a model, one winner each."""
    return every(content.rows, lambda r: {"question_id", "model_a", "model_b", "winner", "judge"} <= r.keys())


def read_single(content: Json, source: Source) -> Reading:
    """The Reading of scores from 1 to 10. The item is the question's turn with the model, which is what is judged.

    A judge is named with its prompt's version only where one judge used several. A score of -1 is the judge's failure
    to give one: left out and counted.
    """
    rows = [(n, dict(r) | {"judge": j}) for (n, r), j in zip(content.rows, _judges(content), strict=True)]
    kept = [(n, r) for n, r in rows if cell(r["score"]) != "-1"]
    problems = _left_out(source, len(rows) - len(kept), "judgements without a score (-1)")
    roles = {"model": {"role": "judged"}, "score": {"role": "label", "dimension": "score"}}
    return _known(kept, source, problems, roles, "each row is one judge's score of a model's answer", _models(content))


def read_pair(content: Json, source: Source) -> Reading:
    """The Reading of pairs: a row a judgement and order of the two answers.

    A judge in the first order and in the second are two raters, so that their agreement is how far the judge's choice
    outlasts the order. Errors are left out and counted.
    """
    rows: list[tuple[int, dict[str, Any]]] = []
    failed = 0
    for (_, record), judge in zip(content.rows, _judges(content), strict=True):
        shown = {k: v for k, v in record.items() if not k.startswith(("g1_", "g2_"))}
        for game, order in (("g1", "first order"), ("g2", "second order")):
            winner = cell(record[f"{game}_winner"])
            if winner in (None, "error"):
                failed += 1
                continue
            named = record[winner] if winner in ("model_1", "model_2") else winner
            said = {"judge": f"{judge} ({order})", "winner": named, "judgment": record.get(f"{game}_judgment")}
            rows.append((len(rows) + 1, shown | said))
    problems = _left_out(source, failed, "judgements that ended in an error")
    roles = {c: {"role": "contestant"} for c in ("model_1", "model_2")} | {"winner": {"role": "winner"}}
    models = [f"{m} ({order})" for m in _models(content) for order in ("first order", "second order")]
    because = "each row is one judge's choice between two models, in one order"
    return _known(rows, source, problems, roles, because, models)


def read_human(content: Json, source: Source) -> Reading:
    """The Reading of choices between two models by people, or by a model (its judge is a list of name and prompt)."""
    rows = [
        (n, dict(r) | {"judge": j, "winner": _tie(cell(r["winner"]))})
        for (n, r), j in zip(content.rows, _judges(content), strict=True)
    ]
    roles = {c: {"role": "contestant"} for c in ("model_a", "model_b")} | {"winner": {"role": "winner"}}
    because = "each row is one judge's choice between two models"
    return _known(rows, source, list(source.problems), roles, because, _models(content))


def _tie(winner: str | None) -> str | None:
    return "tie" if winner is not None and winner.startswith("tie") else winner


def _judges(content: Json) -> list[str]:
    """Who judged; a judge is a name, or a list of a name and its prompt's version."""
    given = [r.get("judge") for _, r in content.rows]
    pairs = [[str(cell(v)) for v in j] if isinstance(j, list) and j else [cell(j) or "judge"] for j in given]
    several = {name for name in {p[0] for p in pairs} if len({tuple(p[1:]) for p in pairs if p[0] == name}) > 1}
    return [" ".join(p) if p[0] in several else p[0] for p in pairs]


def _models(content: Json) -> set[str]:
    """Judges that are models: they are given with the version of their prompt."""
    given = zip(_judges(content), (r.get("judge") for _, r in content.rows), strict=True)
    return {name for name, judge in given if isinstance(judge, list)}


def _left_out(source: Source, count: int, what: str) -> list[Problem]:
    said = [Problem(what, "left out", source.file, count=count)] if count else []
    return [*source.problems, *said]


def _known(
    rows: Sequence[tuple[int, Mapping[str, Any]]],
    source: Source,
    problems: list[Problem],
    roles: Roles,
    because: str,
    models: Iterable[str],
) -> Reading:
    table = table_of(source.file, rows, source.file, problems)
    here = {c: role for c, role in {**_ITEM, **_JUDGE, **roles}.items() if c in table.frame}
    shown: Roles = {c: {"role": "evidence"} for c in table.frame.columns}
    known = replace(source, format="mt_bench", problems=tuple(problems))
    because = f"it is an MT-Bench file: {because}"
    return known_table(table, known, "MT-Bench", {**shown, **here}, because, kinds=dict.fromkeys(models, "ai"))


MT_BENCH_SINGLE = Tool("MT-Bench (single answers)", "json", is_single, read_single)
MT_BENCH_PAIR = Tool("MT-Bench (pairs)", "json", is_pair, read_pair)
MT_BENCH_HUMAN = Tool("MT-Bench (people)", "json", is_human, read_human)
