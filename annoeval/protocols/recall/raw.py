"""Recall trials from the model's own words (`trials.jsonl`), and which of them a summary row is about."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from annoeval.problem import Problem
from annoeval.protocols.recall.rows import SLOTS, Trials
from annoeval.reading.table import Reading, Table
from annoeval.scoring.answers_in_text import Finder, Patterns, failure, stated_confidence

PHASE1_RESPONSE = "I understand. I have visualized my scene."
TEXTS = ("phase1_thinking", "phase1_visible_text", "phase2_thinking", "phase2_visible_text")
KEPT = ("timestamp_iso", "task_name", "model")


def raw_tables(readings: Sequence[Reading]) -> list[Table]:
    """The tables that hold what the model wrote in both phases."""
    return [
        t
        for r in readings
        for t in r.tables
        if any(c in t.frame for c in TEXTS[:2]) and any(c in t.frame for c in TEXTS[2:])
    ]


def trials_of_raw(
    table: Table, run: str, slots: Sequence[str] = SLOTS, options: Mapping[str, Any] | None = None
) -> Trials:
    """Trials of one `trials.jsonl`: secrets out of phase 1 (thinking, else the visible text), guesses and confidence
    out of phase 2's visible text. A condition's trial index that comes again starts an appended re-run.

    options: `patterns` as in `Patterns.of`, `phase1_response` (the sentence that counts as following the format).
    """
    options = options or {}
    finder = Finder(slots, Patterns.of(options.get("patterns")))
    sure = Finder(("confidence",), finder.patterns)
    expected = str(options.get("phase1_response", PHASE1_RESPONSE)).strip()
    frame = table.frame
    texts = {c: [v if isinstance(v, str) else "" for v in frame[c]] if c in frame else [""] * len(frame) for c in TEXTS}
    rows: list[dict[str, Any]] = []
    for i in range(len(frame)):
        thinking, seen1 = texts["phase1_thinking"][i], texts["phase1_visible_text"][i]
        thinking2, seen2 = texts["phase2_thinking"][i], texts["phase2_visible_text"][i]
        secret = finder.find(thinking)
        if not secret:
            secret = finder.find(seen1)
        guess = finder.find(seen2)
        row: dict[str, Any] = {
            "phase1": str(seen1.strip() == expected) if "phase1_visible_text" in frame else None,
            "secret_failure": failure(thinking or seen1, secret, slots),
            "guess_failure": failure(seen2 or thinking2, guess, slots),
            "confidence_text": stated_confidence(seen2, sure),
        }
        row |= {f"secret_{s}": secret.get(s) for s in slots} | {f"guess_{s}": guess.get(s) for s in slots}
        rows.append(row)
    out = pd.DataFrame(rows, columns=list(rows[0]) if rows else None).astype("object")
    out["file"], out["row"] = table.name, list(frame.index)
    for column in ("condition", "trial_index", *KEPT):
        out[column] = frame[column].to_numpy() if column in frame else None
    for column in TEXTS:
        out[column] = texts[column]
    part, problems = _reruns(out, table.name)
    out["run"] = [run if p == 0 else f"{run} re-run {p}" for p in part]
    return Trials(out, tuple(slots), problems)


def _reruns(frame: pd.DataFrame, file: str) -> tuple[list[int], tuple[Problem, ...]]:
    """How many times each row's trial had already come: 0 for the first run."""
    if frame["trial_index"].isna().all():
        return [0] * len(frame), ()
    key = frame["condition"].astype("object").fillna("").astype(str) + "\x1f" + frame["trial_index"].astype(str)
    part = key.groupby(key).cumcount()
    again = int((part > 0).sum())
    if not again:
        return part.tolist(), ()
    first = int((part > 0).to_numpy().argmax())
    problem = Problem(
        "a trial's index comes again: a re-run was appended",
        f"read as {int(part.max()) + 1} runs",
        file=file,
        row=int(frame["row"].iloc[first]),
        column="trial_index",
        value=str(frame["trial_index"].iloc[first]),
        count=again,
    )
    return part.tolist(), (problem,)


def joined(summary: Trials, raw: Trials, reextract: bool) -> Trials:
    """Summary rows and raw trials put together: the same trial is one row, whatever stands in one file only stays.

    Slots are the summary's unless `reextract`; then the raw text's, and the file's own scores no longer apply.
    """
    pairs, alone = _matched(summary, raw)
    slots = summary.slots
    names = [f"{side}_{s}" for s in slots for side in ("secret", "guess")]
    from_raw = [
        c for c in raw.frame.columns if c not in (*names, "condition", "confidence_text", "file", "row", "phase1")
    ]
    if reextract:
        from_raw += [*(c for c in names if c in raw.frame), "confidence_text", "phase1"]
    out = summary.frame.astype("object").copy()
    where = [p for p, _ in pairs]
    taken = raw.frame.iloc[[q for _, q in pairs]]
    for column in from_raw:
        if column not in out:
            out[column] = None
        if column == "run" and raw.frame["run"].nunique() < summary.frame["run"].nunique():
            continue  # the summary tells its re-runs apart, the raw file doesn't
        if column == "run" and summary.frame["run"].nunique() == raw.frame["run"].nunique() == 1:
            continue
        out.iloc[where, out.columns.get_loc(column)] = taken[column].to_numpy()
    problems = [*summary.problems, *raw.problems]
    if not reextract:
        problems += _differences(summary, raw, pairs, names)
    if reextract:
        out = out.drop(columns=[c for c in ("score", "exact_matches", "partial_matches") if c in out])
        out = out.drop(columns=[f"{s}_match" for s in slots if f"{s}_match" in out])
    if len(pairs) < len(summary.frame):
        problems.append(_unmatched(summary, {p for p, _ in pairs}, "the raw text"))
    if alone:
        problems.append(_unmatched(raw, {q for _, q in pairs}, "the summary"))
        out = pd.concat([out, raw.frame.iloc[alone]], ignore_index=True)
    return Trials(out, slots, tuple(problems))


def _unmatched(trials: Trials, matched: set[int], other: str) -> Problem:
    free = [i for i in range(len(trials.frame)) if i not in matched]
    row = trials.frame["row"].iloc[free[0]]
    return Problem(
        f"a trial is missing from {other}",
        "kept as it is",
        file=str(trials.frame["file"].iloc[free[0]]),
        row=None if pd.isna(row) else int(row),
        count=len(free),
    )


def _keys(trials: Trials, slots: Sequence[str]) -> list[tuple[str, ...]]:
    columns = [
        "condition",
        *(f"{side}_{s}" for side in ("secret", "guess") for s in slots if f"{side}_{s}" in trials.frame),
    ]
    text = trials.frame[columns].astype("object").where(lambda f: f.notna(), "").astype(str)
    return [tuple(v.strip().lower() for v in row) for row in text.itertuples(index=False)]


def _matched(summary: Trials, raw: Trials) -> tuple[list[tuple[int, int]], list[int]]:
    """Pairs (summary row, raw row): the same words and condition in order, the rest in order within the condition."""
    slots = [s for s in summary.slots if s in raw.slots]
    a, b = _keys(summary, slots), _keys(raw, slots)
    waiting: defaultdict[tuple[str, ...], deque[int]] = defaultdict(deque)
    for j, key in enumerate(b):
        waiting[key].append(j)
    pairs: list[tuple[int, int]] = []
    left: list[int] = []
    for i, key in enumerate(a):
        if waiting[key]:
            pairs.append((i, waiting[key].popleft()))
        else:
            left.append(i)
    free = sorted(j for queue in waiting.values() for j in queue)
    by_condition: defaultdict[str, deque[int]] = defaultdict(deque)
    for j in free:
        by_condition[b[j][0]].append(j)
    for i in left:
        if by_condition[a[i][0]]:
            pairs.append((i, by_condition[a[i][0]].popleft()))
    return sorted(pairs), sorted(j for queue in by_condition.values() for j in queue)


def _differences(summary: Trials, raw: Trials, pairs: Sequence[tuple[int, int]], names: Sequence[str]) -> list[Problem]:
    found = []
    for name in (n for n in names if n in raw.frame):
        wrong = [
            (i, j)
            for i, j in pairs
            if _text(summary.frame[name].iloc[i]).lower() != _text(raw.frame[name].iloc[j]).lower()
        ]
        if not wrong:
            continue
        i, j = wrong[0]
        found.append(
            Problem(
                f"the raw text says “{_text(raw.frame[name].iloc[j])}”",
                "the summary's word counts",
                file=str(summary.frame["file"].iloc[i]),
                row=int(summary.frame["row"].iloc[i]),
                column=name,
                value=_text(summary.frame[name].iloc[i]) or None,
                count=len(wrong),
            )
        )
    return found


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""
