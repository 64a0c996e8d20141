"""promptfoo: the results of an evaluation, one entry a test and provider."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from annoeval.problem import Problem
from annoeval.reading.exact_json import Number, cell
from annoeval.reading.records import table_of
from annoeval.reading.table import Reading
from annoeval.reading.tool import Json, Source, Tool, known_table

_RATER = "assertions"


def _entries(value: Any) -> list[Any]:
    """The entries: under `results.results` (an object since version 2), under `results`, or the list itself."""
    for _ in range(3):
        if isinstance(value, list):
            return value
        value = value.get("results") if isinstance(value, Mapping) else None
    return []


def is_promptfoo(content: Json) -> bool:
    """Entries with a provider, whether they passed, and the variables of their test."""
    entries = _entries(content.value)[:50]
    wanted = {"provider", "success"}
    return bool(entries) and all(
        isinstance(e, Mapping) and wanted <= e.keys() and ("vars" in e or "testCase" in e) for e in entries
    )


def read_promptfoo(content: Json, source: Source) -> Reading:
    """The Reading of one table: a row a test and provider (and prompt, where several).

    `success`, `score` and each named score are judgements by the file's assertions, a rater of kind `ai`: they are
    computed or given by a model, never by a person. The provider is what is judged. Tests that ended in an error have
    no judgement. Prompts and settings only sum up, and are not read.
    """
    rows: list[tuple[int, dict[str, Any]]] = []
    failed = 0
    entries = [e for e in _entries(content.value) if isinstance(e, Mapping)]
    prompts = len({_prompt(e) for e in entries}) > len({_provider(e) for e in entries})
    named: dict[str, None] = {}
    for number, entry in enumerate(entries, 1):
        graded = _mapping(entry.get("gradingResult"))
        scores = _mapping(entry.get("namedScores")) or _mapping(graded.get("namedScores"))
        broken = bool(entry.get("error")) and not graded
        failed += broken
        named |= dict.fromkeys(scores)
        case = _mapping(entry.get("testCase"))
        given = _mapping(entry.get("vars")) or _mapping(case.get("vars"))
        row: dict[str, Any] = {"test": _test(entry, given), "provider": _provider(entry)}
        if prompts:
            row["prompt"] = _prompt(entry)
        row |= {f"vars.{k}": v for k, v in given.items()}
        row["description"] = case.get("description") or entry.get("description")
        row["output"] = _mapping(entry.get("response")).get("output")
        row["reason"] = graded.get("reason")
        if not broken:
            row |= {"success": entry.get("success"), "score": entry.get("score")}
            row |= {f"namedScores.{k}": v for k, v in scores.items() if isinstance(v, (Number, bool))}
        rows.append((number, {k: v for k, v in row.items() if v is not None}))
    problems = list(source.problems)
    if failed:
        problems.append(Problem("tests that ended in an error", "without a judgement", source.file, count=failed))
    table = table_of(source.file, rows, source.file, problems)
    roles: dict[str, Mapping[str, str]] = {c: {"role": "evidence"} for c in table.frame.columns}
    for column in table.frame.columns:
        if column in ("success", "score") or column.startswith("namedScores."):
            bare = column.removeprefix("namedScores.")
            question = column if bare in ("success", "score") else bare
            roles[column] = {"role": "rating", "rater": _RATER, "dimension": question}
    roles |= {"test": {"role": "item"}, "provider": {"role": "judged"}}
    if prompts:
        roles["prompt"] = {"role": "item"}
    because = "it is a promptfoo file: each row is a test of one provider, scored by its assertions"
    known = Source(source.file, source.generic, "promptfoo", tuple(problems), source.facts, source.options)
    return known_table(table, known, "promptfoo", roles, because, kinds={_RATER: "ai"})


def _test(entry: Mapping[str, Any], given: Mapping[str, Any]) -> str:
    """A test's number in the file; where none is given, its variables."""
    number = cell(entry.get("testIdx"))
    return number if number is not None else ", ".join(f"{k}={cell(v)}" for k, v in given.items())


def _provider(entry: Mapping[str, Any]) -> str:
    """A provider's label where it has one, else its id."""
    provider = entry.get("provider")
    if isinstance(provider, Mapping):
        return cell(provider.get("label")) or cell(provider.get("id")) or "provider"
    return cell(provider) or "provider"


def _prompt(entry: Mapping[str, Any]) -> str:
    prompt = _mapping(entry.get("prompt"))
    return cell(prompt.get("label")) or cell(prompt.get("raw")) or cell(entry.get("promptId")) or ""


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


PROMPTFOO = Tool("promptfoo", "json", is_promptfoo, read_promptfoo, frozenset({"results"}))
