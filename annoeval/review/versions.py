"""A new version of a study's files, and files that add to it: first what would change, then the change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from annoeval.opening import readings_of, reopened
from annoeval.protocols import protocol_of
from annoeval.review.store import Store
from annoeval.review.taken_back import REOPENED, before_replacing, scorer_for
from annoeval.study import Study
from annoeval.tables.additions import Addition, addition
from annoeval.tables.matching import Matching, matched
from annoeval.words import count

File = tuple[str, bytes]


@dataclass(frozen=True)
class Replacement:
    """What a new version of the files would do. kept, reopened, lost: people's standing answers on items that are
    unchanged, changed (they are withdrawn, so that the item is queued again), or no longer there (kept in the
    history)."""

    files: Sequence[File]
    study: Study
    matching: Matching
    kept: int
    reopened: int
    lost: int

    def sentence(self) -> str:
        """The effect in words."""
        m = self.matching
        parts = [f"{_items(len(m.same))} unchanged{_answers(self.kept, ' and keep{s} {n}', len(m.same))}"]
        if m.changed:
            where = ", ".join(m.differs) or "their content"
            again = "is" if len(m.changed) == 1 else "are"
            lost = _answers(self.reopened, ", {n} reopened")
            parts.append(f"{count(len(m.changed), 'item')} changed ({where}) and {again} queued again{lost}")
        if m.added:
            parts.append(f"{_items(len(m.added))} new")
        if m.gone:
            stay = "stays" if self.lost == 1 else "stay"
            parts.append(
                f"{_items(len(m.gone))} gone{_answers(self.lost, ', with {n} that ' + stay + ' in the history')}"
            )
        return "; ".join(parts) + "."


def _items(n: int) -> str:
    return f"{count(n, 'item')} {'is' if n == 1 else 'are'}"


def _answers(n: int, words: str, items: int = 0) -> str:
    """Words about answers, nothing where there are none. {n}: how many; {s}: the verb's ending for one item."""
    return words.format(n=count(n, "answer"), s="s" if items == 1 else "") if n else ""


def replacement(store: Store, id: str, files: Sequence[File]) -> Replacement:
    """What replacing a study's files by these would do; nothing is changed. Raises ReadError for unusable files."""
    old = store.base(id)
    options = {k: v for k, v in old.options.items() if k not in ("ids", "name")}
    files = [*files, *(e for e in store.evidence(id) if e[0] not in dict(files))]  # what was attached stays
    new = reopened(*files, options={**options, "protocol": old.protocol})
    found = matched(old, new)
    answers = dict.fromkeys(old.items.index, 0)
    standing = store.standing(id)
    for item, questions in standing.questions().items():
        if item in answers and item in standing.rated:
            answers[item] = sum(len(standing.standing(item, q)) for q in questions)
    return Replacement(
        list(files),
        new,
        found,
        sum(answers[o] for o in found.same.values()),
        sum(answers[o] for o in found.changed.values()),
        sum(answers[o] for o in found.gone),
    )


def replace_files(store: Store, id: str, change: Replacement, reviewer: str) -> None:
    """Carries a replacement out: unchanged items keep their ids and answers, changed ones are reopened."""
    before = store.standing(id)
    answered = before.questions()
    changed = change.matching.changed.values()
    stale = [(i, q, list(before.standing(i, q).values())) for i in changed for q in answered.get(i, ())]
    detail = before_replacing(store, id, [name for name, _ in change.files])
    store.replace_files(id, change.files, reviewer, {"ids": change.matching.renames()}, {"detail": detail})
    for item, dimension, answers in stale:
        for event in answers:
            store.decide(
                id,
                item,
                dimension,
                None,
                reviewer=event.reviewer,
                kind=event.kind or "reviewer",
                because=event.because or "rule",
                note=REOPENED,
            )


def adding(store: Store, id: str, files: Sequence[File], rater: str | None = None) -> Addition:
    """What dropping these files on a study would add; nothing is changed. Raises ReadError where nothing matches."""
    study = store.base(id)
    return addition(study, readings_of(files), protocol_of(study).build, rater)


def add(store: Store, id: str, change: Addition, reviewer: str) -> None:
    """Carries an addition out: its ratings join the study's, said in the history."""
    store.add_scores(id, change.ratings, scorer_for(store, id, change.file), reviewer)
