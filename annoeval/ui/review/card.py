"""What the answer card shows of a desk or a meeting's question: its answers, or the field for one that is typed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from annoeval.problem import AnnoevalError
from annoeval.questions import about, scale_of
from annoeval.scale import Scale
from annoeval.scoring.account import account
from annoeval.ui.components.answer_card import Answer, Beside, Card, Entry, Icon, Said
from annoeval.ui.review import entry
from annoeval.ui.review.desk import Desk, ai_scores, why_not_scored
from annoeval.ui.review.keys import question
from annoeval.ui.review.labels import known
from annoeval.vocabulary import yes_no
from annoeval.words import ago, missing, number, short

MOST_SAID = 4  # other people's answers that stand in the card


def of_desk(desk: Desk) -> Card:
    """The card of the question in focus."""
    scale, mine = scale_of(desk.study, desk.focus), desk.mine.get(desk.focus)
    lines = entry.several_lines(desk.study, desk.focus)
    labels = known(desk.now, desk.focus)
    answers, field = judged(scale, mine.value if mine else None, "Answer", "Save", lines, labels)
    following = list(desk.dimensions)[list(desk.dimensions).index(desk.focus) + 1 :]
    return Card(
        desk.mark,
        (desk.item or "", desk.focus),
        answers,
        field,
        Beside(
            mine.number if mine else 0,
            mine.note if mine else None,
            mine.correction if mine else None,
            mine.tags if mine else (),
            list(desk.rubric.tags),
            _judged_text(desk),
        ),
        said(desk, scale) if desk.open_eyed else (),
        not desk.open_eyed,
        [question(desk.place, desk.item or "", d) for d in following] if desk.item not in desk.sent_back else (),
        ("back", "next", "skip", "undo", "redo", *(() if desk.open_eyed else ("reveal",))),
    )


def _judged_text(desk: Desk) -> str:
    """The text that the question is about, where the study tells: the evidence of that name, or its only one."""
    answer = about(desk.study, desk.item or "", desk.focus)
    if answer is not None:
        return answer.text
    evidence = desk.study.evidence
    column = desk.focus if desk.focus in evidence else evidence[0] if len(evidence) == 1 else None
    value = None if column is None else desk.study.items.at[desk.item, column]
    return "" if missing(value) else str(value)


def judged(
    scale: Scale, current: Any, label: str, save: str, lines: bool, labels: Sequence[str]
) -> tuple[list[Answer], Entry | None]:
    """The scale's answers as buttons, or its field. current: the answer that stands. labels: that a set may have."""
    if entry.buttons(scale):
        return _answers(scale, current), None
    kind: Literal["number", "text", "lines", "list", "set"]
    hint, offered = "", list(labels)
    stands: Any = "" if current is None else str(current)
    if scale.level == "set":
        kind, hint, stands = "set", "A label, then Enter", json.loads(current) if current else []
        offered = [str(c) for c in scale.categories] or offered
    elif scale.categories:
        kind, hint, offered = "list", "Choose", [scale.describe(c) for c in scale.categories]
        stands = list(scale.categories).index(current) if current in scale.categories else -1
    elif scale.level == "text":
        kind = "lines" if lines else "text"
    else:
        low, high = scale.range or (None, None)
        kind, hint = "number", f"{low:g} to {high:g}" if low is not None and high is not None else "A number"
        stands = "" if current is None else f"{float(current):.12g}"
    keys = "Enter" if kind in ("number", "text") else "Ctrl+Enter"
    return [], Entry(kind, label, hint, stands, offered if kind in ("list", "set") else (), save, keys)


def given(scale: Scale, sent: Mapping[str, Any]) -> Any:
    """The answer that was sent, as the store takes it. Raises AnnoevalError where nothing was entered, or no number."""
    if "value" in sent:
        if not 0 <= sent["value"] < len(scale.categories):
            raise AnnoevalError("Nothing was chosen.")
        return scale.categories[sent["value"]]
    typed = sent["typed"]
    if not (typed.strip() if isinstance(typed, str) else typed):
        raise AnnoevalError("Nothing was entered.")
    if scale.level == "set":
        return json.dumps(sorted(map(str, typed)), ensure_ascii=False)
    if scale.level == "text":
        return typed
    try:
        return float(typed)
    except ValueError:
        raise AnnoevalError(f"“{typed[:40]}” is no number; write it with a point, as in 12.5.") from None


def _answers(scale: Scale, current: Any) -> list[Answer]:
    categories = list(scale.categories)
    keys, icons = _keys(categories), _icons(scale)
    return [
        Answer(
            n,
            keys[n],
            scale.names.get(value) or _short(value),
            scale.definitions.get(value) or "",
            icons[n],
            current is not None and value == current,
        )
        for n, value in enumerate(categories)
    ]


def _icons(scale: Scale) -> Sequence[Icon]:
    """How good each answer is: by its place among ordered numbers, by its meaning where it is a yes or a no. Ordered
    words may go either way (good to bad, mild to severe), so they have no sign."""
    if scale.level == "ordinal" and all(isinstance(c, (int, float)) for c in scale.categories):
        last = len(scale.categories) - 1
        return ["low" if n == 0 else "high" if n == last else "middle" for n in range(last + 1)]
    meant = [yes_no(str(c)) for c in scale.categories]
    if len(meant) != 2 or set(meant) != {True, False}:
        return ["none"] * len(meant)
    return ["high" if m else "low" for m in meant]


def _keys(categories: list[Any]) -> list[str]:
    """Keys that say what they score: 0 1 2, 5 for a half; else the place, 1 to 9."""
    keys = [k for k in map(_digit, categories) if k is not None]
    if len(set(keys)) < len(categories):
        return [str(n) for n in range(1, len(categories) + 1)]
    return keys


def _digit(value: Any) -> str | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    if value == 0.5:
        return "5"
    return str(int(value)) if float(value).is_integer() and 0 <= value <= 9 else None


def said(desk: Desk, scale: Scale) -> list[Said]:
    """What the AI and others said, of a rater's answer how it is scored so far."""
    said = _scored(desk, scale) if about(desk.study, desk.item or "", desk.focus) else _by_ai(desk, scale)
    for who, event in list(desk.others(desk.focus).items())[:MOST_SAID]:
        said.append(Said(f"{short(who, 24)} said", short(scale.describe(event.value)), ago(event.time)))
    return said


def _scored(desk: Desk, scale: Scale) -> list[Said]:
    """How the file, or a rule, scores the answer."""
    answer = about(desk.study, desk.item or "", desk.focus)
    if answer is None or answer.score is None:
        return [Said("Not scored so far", "", "")]
    return [Said("So far", short(scale.describe(answer.score)), "")]


def _by_ai(desk: Desk, scale: Scale) -> list[Said]:
    scores = ai_scores(desk.study, desk.focus)
    ai = scores.get(desk.item or "")
    said = []
    why = why_not_scored(desk.study, desk.focus).get(desk.item or "")
    if ai is None and why:
        said.append(Said(short(why, 300), "", ""))
    elif scores and ai is None and not scale.about:  # what a question is about stands in the evidence
        said.append(Said("Not scored by the AI", "", ""))
    elif ai is not None:
        more = [f"similarity {number(ai['signal'], 3)}"] if ai["signal"] == ai["signal"] else []
        more += [f"confidence {number(ai['confidence'])}"] if ai["confidence"] == ai["confidence"] else []
        said.append(Said("AI said", short(scale.describe(ai["value"])), " · ".join(more)))
    if ai is not None and (told := account(ai["response"])):
        said.append(Said("" if missing(ai["note"]) else short(ai["note"], 200), "", short(told.sentence, 500)))
    return said


def _short(value: Any) -> str:
    return f"{value:g}" if isinstance(value, (int, float)) else str(value)
