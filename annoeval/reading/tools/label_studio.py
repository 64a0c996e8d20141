"""Label Studio exports: JSON of tasks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from annoeval.problem import Problem
from annoeval.reading.annotations import Gathering, every
from annoeval.reading.exact_json import cell, flatten
from annoeval.reading.table import Reading
from annoeval.reading.tool import Json, Source, Tool
from annoeval.reading.tools.label_studio_regions import UNREAD, drawn, image_of, number, region


def is_label_studio(content: Json) -> bool:
    """A list (or one) of tasks that hold `annotations` and `data`."""
    held = ("annotations", "completions", "predictions")
    return every(
        content.rows, lambda t: isinstance(t.get("data"), Mapping) and any(isinstance(t.get(k), list) for k in held)
    )


def read_label_studio(content: Json, source: Source) -> Reading:
    """A Reading of an export of tasks.

    Annotations that were cancelled and drafts are counted and left out; a submission without results is
    counted as empty. Predictions are ratings of kind `ai`; annotations marked as ground truth are the
    reference. Regions are shapes in pixels.
    """
    g = Gathering(source, "Label Studio", "label_studio")
    people, empty = _people([t for _, t in content.rows]), list[str]()
    for ordinal, task in enumerate((t for _, t in content.rows), 1):
        if not isinstance(task.get("data"), Mapping):
            problem = Problem("an entry that is no task", "skipped", g.file, ordinal, value=str(cell(task))[:200])
            g.problems.append(problem)
            continue
        _task(g, task, ordinal, people, empty)
    for rater in empty if g.drawing else ():
        g.submission(rater)
    g.left_out("cancelled", "cancelled or skipped annotations")
    g.left_out("drafts", "drafts that were not submitted")
    elsewhere = "given by number only: export them with the tasks to compare with them"
    g.left_out("predictions elsewhere", "predictions that are not in the export", elsewhere)
    if g.counts["predictions"]:
        g.left_out("without prediction", "tasks without a prediction", "nothing to compare with there")
    g.left_out("empty", "annotations submitted without any result", "count as no label")
    return g.reading()


def _people(tasks: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Names of the people whom the export gives by number in one place and with an address or a name in another."""
    known: dict[str, str] = {}
    held: list[Any] = list(tasks)
    while held:
        value = held.pop()
        if isinstance(value, list):
            held += value
        elif isinstance(value, Mapping):
            held += [v for k, v in value.items() if k not in ("data", "result")]
            for by in (value.get(k) for k in ("completed_by", "created_by", "updated_by")):
                for one in by if isinstance(by, list) else [by]:
                    if isinstance(one, Mapping) and one.get("id") and (name := who(one, {})) != cell(one["id"]):
                        known.setdefault(str(cell(one["id"])), str(name))
    return known


def _task(g: Gathering, task: Mapping[str, Any], ordinal: int, people: Mapping[str, str], empty: list[str]) -> None:
    """Adds what a task holds; empty: takes whose annotations are without any result."""
    item = cell(task.get("id")) or cell(task.get("inner_id")) or f"task {ordinal}"
    g.item(item, {k: cell(v) for k, v in flatten(task["data"]).items()})
    size = _size(task)
    for entry in task.get("annotations") or task.get("completions") or ():
        if not isinstance(entry, Mapping):
            continue
        if entry.get("was_cancelled") or entry.get("skipped") or entry.get("was_skipped"):
            g.counts["cancelled"] += 1
            continue
        rater = who(entry.get("completed_by"), entry) or "annotator"
        rater = people.get(rater, rater)
        kind = "human"
        if entry.get("ground_truth"):
            rater, kind = "ground truth", "reference"
        results = [{**size, **r} for r in entry.get("result") or () if isinstance(r, Mapping)]
        g.counts["submitted" if results else "empty"] += 1
        if not results:
            empty.append(rater)
        common = {
            "time": cell(entry.get("updated_at")) or cell(entry.get("created_at")),
            "seconds": number(entry.get("lead_time")),
        }
        _results(g, item, task["data"], rater, kind, results, common)
        for review in entry.get("reviews") or ():
            _review(g, item, entry, review, people)
    g.counts["drafts"] += len(task.get("drafts") or ())
    for guess in task.get("predictions") or ():
        if isinstance(guess, Mapping):
            results = [{**size, **r} for r in guess.get("result") or () if isinstance(r, Mapping)]
            rater = cell(guess.get("model_version")) or "prediction"
            score = number(guess.get("score"))
            common = {
                "signal": score,
                "confidence": score if score is not None and 0 <= score <= 1 else None,
                "time": cell(guess.get("created_at")),
            }
            _results(g, item, task["data"], rater, "ai", results, common)
            g.counts["predictions"] += 1
        else:
            g.counts["predictions elsewhere"] += 1
    if "predictions" in task and not task["predictions"]:
        g.counts["without prediction"] += 1


def _size(task: Mapping[str, Any]) -> dict[str, Any]:
    """The image's size, which predictions leave out, from any result of the task that has it."""
    for entry in task.get("annotations") or ():
        for result in (entry.get("result") or ()) if isinstance(entry, Mapping) else ():
            if isinstance(result, Mapping) and result.get("original_width") and result.get("original_height"):
                return {k: result[k] for k in ("original_width", "original_height")}
    return {}


def who(by: Any, entry: Mapping[str, Any]) -> str | None:
    """The person an annotation is by: their address, else name, else id."""
    if isinstance(by, Mapping):
        full = " ".join(str(by[k]) for k in ("first_name", "last_name") if by.get(k))
        return cell(by.get("email")) or full or cell(by.get("username")) or cell(by.get("id"))
    return cell(by) or cell(entry.get("created_username")) or cell(entry.get("annotator"))


def _results(
    g: Gathering,
    item: str,
    data: Mapping[str, Any],
    rater: str,
    kind: str,
    results: Sequence[Mapping[str, Any]],
    common: Mapping[str, Any],
) -> None:
    """Region results share an id with the region they belong to: a box's choices are the box's attributes."""
    regions: dict[str, list[Mapping[str, Any]]] = {}
    whole: list[Mapping[str, Any]] = []
    for ordinal, result in enumerate(results, 1):
        value = result.get("value")
        if isinstance(value, Mapping) and drawn(value):
            regions.setdefault(cell(result.get("id")) or f"{ordinal}", []).append(result)
        else:
            whole.append(result)
    if regions:
        image = image_of(data, results)
        for identity, parts in regions.items():
            region(g, item, image, rater, identity, parts)
    picked: dict[str, list[str]] = {}
    for result in whole:
        value, name = result.get("value"), cell(result.get("from_name")) or str(result.get("type"))
        shape = str(result.get("type"))
        if not isinstance(value, Mapping):
            g.unread[UNREAD.get(shape, shape)] += 1
        elif isinstance(value.get("choices"), list):
            if "start" in value:
                g.unread["labels of text spans"] += 1
            else:
                picked.setdefault(name, []).extend(str(cell(c)) for c in value["choices"])
        elif isinstance(value.get("taxonomy"), list):
            paths = [" / ".join(map(str, p)) if isinstance(p, list) else str(p) for p in value["taxonomy"]]
            picked.setdefault(name, []).extend(paths)
        elif "rating" in value:
            g.rate(item, name, rater, str(cell(value["rating"])), kind=kind, level="stars", **common)
        elif "number" in value:
            g.rate(item, name, rater, str(cell(value["number"])), kind=kind, level="number", **common)
        elif "datetime" in value:
            g.rate(item, name, rater, str(cell(value["datetime"])), kind=kind, level="text", **common)
        elif "selected" in value:
            g.rate(item, name, rater, str(value["selected"]), kind=kind, **common)
        elif "text" in value and "start" not in value and shape not in UNREAD:
            text = value["text"]
            text = "\n".join(map(str, text)) if isinstance(text, list) else str(text)
            g.rate(item, name, rater, text, kind=kind, level="text", **common)
        else:
            g.unread[UNREAD.get(shape, shape)] += 1
    for name, labels in picked.items():
        g.rate(item, name, rater, labels, kind=kind, **common)


def _review(g: Gathering, item: str, entry: Mapping[str, Any], review: Any, people: Mapping[str, str]) -> None:
    if not isinstance(review, Mapping) or not isinstance(review.get("accepted"), bool):
        return
    rater = who(review.get("created_by"), review) or "reviewer"
    rater = people.get(rater, rater)
    verdict = "accepted" if review["accepted"] else "rejected"
    g.labels("review", ("accepted", "rejected"))
    g.rate(
        item,
        "review",
        rater,
        verdict,
        kind="reviewer",
        time=cell(review.get("created_at")),
        note=f"annotation {cell(entry.get('id'))}",
    )
    g.counts["reviews"] += 1


LABEL_STUDIO = Tool("Label Studio", "json", is_label_studio, read_label_studio)
