"""What the answer card shows of a desk or a meeting's question: its answers, or the field for one that is typed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Literal

from annoeval.problem import AnnoevalError
from annoeval.questions import about, scale_of
from annoeval.scale import Scale, number_in
from annoeval.scoring.account import account
from annoeval.ui.components.answer_card import Card
from annoeval.ui.review import entry, fields
from annoeval.ui.review.desk import Desk, ai_scores, why_not_scored
from annoeval.ui.review.keys import question
from annoeval.vocabulary import yes_no
from annoeval.words import ago, missing, number, short

MOST_SAID = 4  # other people's answers that stand in the card
Icon = Literal["low", "middle", "high", "none"]
Act = Mapping[str, Any]
SAVES = "ctrl+enter"  # what saves a typed answer from anywhere
WAYS: Mapping[str, Act] = {  # keys that do other things than answering; `goes`: wherever the reviewer is by then
    "arrowleft": {"do": "back", "goes": True},
    "arrowright": {"do": "next", "goes": True},
    "s": {"do": "skip", "goes": True},
    "u": {"do": "undo", "goes": True},
    "shift+u": {"do": "redo", "goes": True},
    "n": {"into": "note"},
    "c": {"into": "correction"},
}


@dataclass(frozen=True)
class Answer:
    """One answer of a row of buttons. icon: how good it is, where that is known."""

    key: str
    label: str
    definition: str
    icon: Icon
    chosen: bool


@dataclass(frozen=True)
class Said:
    """What someone else answered."""

    who: str
    words: str
    more: str


def of_desk(desk: Desk) -> Card:
    """What listens to the question in focus."""
    scale = scale_of(desk.study, desk.focus)
    lines = entry.several_lines(desk.study, desk.focus)
    following = list(desk.dimensions)[list(desk.dimensions).index(desk.focus) + 1 :]
    return Card(
        desk.mark,
        (desk.item or "", desk.focus),
        {**WAYS, **({} if desk.open_eyed else {"b": {"do": "reveal"}}), **_acts(scale)},
        saves(scale, lines),
        [question(desk.place, desk.item or "", d) for d in following]
        if entry.buttons(scale) and desk.item not in desk.sent_back
        else (),
        judged_text(desk),
    )


def of_vote(mark: str, of: tuple[str, str], scale: Scale, lines: bool) -> Card:
    """What listens to a question of a meeting."""
    return Card(mark, of, _acts(scale), saves(scale, lines))


def _acts(scale: Scale) -> dict[str, Act]:
    """What the keys of the answers do; without buttons what leads into the field."""
    if entry.buttons(scale):
        return {key: {"do": "answer", "value": n} for n, key in enumerate(_keys(list(scale.categories)))}
    opening = ["enter"] if scale.categories or scale.level in ("set", "text") else ["enter", *"0123456789.,-"]
    opens: Act = {"into": "value"}
    return {**dict.fromkeys(opening, opens), SAVES: {"do": "answer"}}


def saves(scale: Scale, lines: bool) -> str:
    """The key that saves a typed answer in its field, as a browser calls it; "" where there are buttons."""
    if entry.buttons(scale):
        return ""
    return SAVES if lines or scale.categories or scale.level == "set" else "enter"


def buttons(scale: Scale, current: Any, saving: str, do: str) -> str:
    """The answers as HTML, or what saves a typed one with the key `saving`. current: the answer that stands. do: its
    words."""
    if saving:
        cap = "+".join(part.capitalize() for part in saving.split("+"))
        return f'<button type="button" class="aec-save" data-key="{SAVES}">{do}<kbd>{cap}</kbd></button>'
    return "".join(
        f'<button type="button" class="aec-answer" value="{n}" data-key="{a.key}" '
        f'aria-pressed="{str(a.chosen).lower()}">'
        f'<span class="aec-icon {a.icon}" aria-hidden="true"></span>{_on_button(a)}<kbd>{a.key}</kbd></button>'
        for n, a in enumerate(answers(scale, current))
    )


def _on_button(answer: Answer) -> str:
    more = escape(answer.definition)
    small = f'<small title="{more}">{more}</small>' if more else ""
    return f'<span class="aec-words"><span>{escape(answer.label)}</span>{small}</span>'


def told(desk: Desk, scale: Scale) -> str:
    """What others said as HTML."""
    lines = [
        f"<p>{escape(s.who)} <b>{escape(s.words)}</b> <small>{escape(s.more)}</small></p>"
        for s in (said(desk, scale) if desk.open_eyed else ())
    ]
    return "".join(lines) if desk.open_eyed else "<p><small>Hidden until you answer</small></p>"


def judged_text(desk: Desk) -> str:
    """The words that the question is about, where the study tells."""
    answer = about(desk.study, desk.item or "", desk.focus)
    if answer is not None:
        return answer.text
    evidence, named = desk.study.evidence, scale_of(desk.study, desk.focus).text or desk.focus
    column = named if named in evidence else evidence[0] if len(evidence) == 1 else None
    value = None if column is None else desk.study.items.at[desk.item, column]
    return "" if missing(value) else str(value)


def given(scale: Scale, sent: Mapping[str, Any]) -> Any:
    """The answer that was sent, as the store takes it. Raises AnnoevalError where nothing was entered, or no number."""
    if "value" in sent:
        if not 0 <= sent["value"] < len(scale.categories):
            raise AnnoevalError("Nothing was chosen.")
        return scale.categories[sent["value"]]
    typed = str(sent["typed"])
    if scale.level == "set":
        return _set(scale, fields.stands(sent["mark"], "value") or (), typed.strip())
    if not typed.strip():
        raise AnnoevalError("Nothing was chosen." if scale.categories else "Nothing was entered.")
    if scale.categories:
        chosen = next((c for c in scale.categories if scale.describe(c) == typed), None)
        if chosen is None:
            raise AnnoevalError(f"“{typed[:40]}” is none of the labels.")
        return chosen
    if scale.level == "text":
        return typed
    found = number_in(typed)
    if found is None:
        raise AnnoevalError(f"“{typed[:40]}” is no number; write it with a point, as in 12.5.")
    return found


def _set(scale: Scale, chosen: Sequence[str], typed: str) -> str:
    """A set of labels with what was typed last, which nothing has made a label yet."""
    labels = {*map(str, chosen), *([typed] if typed else ())}
    if not labels:
        raise AnnoevalError("Nothing was entered.")
    if scale.categories and typed and typed not in map(str, scale.categories):
        raise AnnoevalError(f"“{typed[:40]}” is none of the labels.")
    return json.dumps(sorted(labels), ensure_ascii=False)


def answers(scale: Scale, current: Any) -> list[Answer]:
    """What stands on the buttons."""
    categories = list(scale.categories)
    keys, icons = _keys(categories), _icons(scale)
    return [
        Answer(
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
