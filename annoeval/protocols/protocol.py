"""What a protocol is: a way files become a Study, and what is scored on the way."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import pandas as pd

from annoeval.export import LONGEST, MOST_ROWS, Choices, Sheet, to_csv, workbook
from annoeval.problem import AnnoevalError, Problem
from annoeval.reading.attached import Attached
from annoeval.reading.table import Reading, Table
from annoeval.scoring.judge_terms import Cost
from annoeval.study import Study
from annoeval.tables.guessing import SURE, Decision
from annoeval.tables.mapping import Evidence
from annoeval.words import count

Progress = Callable[[int, int], None]  # done, of; raise from it to stop
Meaning = Callable[[Sequence[tuple[str, str]]], Sequence[float | None]]  # cosine of each pair of texts, where known


def left_out(tables: Iterable[Table]) -> list[Problem]:
    """Tables dropped along that a protocol has no use for, said so that nobody takes them for counted."""
    return [
        Problem("a table without the columns of this protocol", "not used", t.name, count=len(t.frame)) for t in tables
    ]


@dataclass(frozen=True)
class Means:
    """What a pre-scorer works with beside the study.

    files: those that came with the study, read when asked for. model: the embedding model, a folder or a name on the
    hub; "" is the packaged one. thresholds: cuts by name, where they are not the usual ones. settings: what else a
    scorer may be told (a judge's address and rubric). progress: told how the work goes on.
    """

    files: Attached = field(default_factory=lambda: Attached({}))
    model: str = ""
    thresholds: Mapping[str, float] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    progress: Progress | None = None


Scorer = Callable[[Study, Means], pd.DataFrame]


@dataclass(frozen=True)
class Wanted:
    """What would let a scorer judge items that it could not judge. sentence: which and why. files: what to attach, as
    (words on the button, endings). other: a scorer that needs nothing, as (words on the button, its name)."""

    sentence: str
    files: tuple[tuple[str, tuple[str, ...]], ...] = ()
    other: tuple[str, str] | None = None


@dataclass(frozen=True)
class Choice:
    """One way of reading files as a protocol's own. options: what to give to `build` to read them so. odds: of this way
    against "something else". evidence: what speaks for it and against it."""

    because: str
    options: Mapping[str, Any]
    odds: float
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True)
class Detection:
    """How likely it is that a file is a protocol's own, 0 to 1, and the columns that say so. Less than `SURE` asks.

    decision: for a table of ratings, its likeliest readings with their evidence.
    unsaid: files that don't say who annotated, so that people must.
    either: readings between which the files don't tell, so that people must: what each is, and the options that say so.
    """

    protocol: str
    confidence: float
    because: str
    decision: Decision | None = None
    unsaid: tuple[str, ...] = ()
    either: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def clear(self) -> bool:
        """Whether the files may be opened so without asking."""
        return self.confidence >= SURE and not self.unsaid and not self.either

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The ways of reading them so, of which each is as likely as the next where they don't tell."""
        if self.decision is not None:
            guesses = (g for g in (self.decision.best, self.decision.runner_up) if g is not None)
            return tuple(Choice(g.because, {"mapping": g.plain()}, 2.0**g.weight, g.evidence) for g in guesses)
        odds = self.confidence / (1 - self.confidence)
        if not self.either:
            return (Choice(self.because, {}, odds),)
        return tuple(Choice(because, said, odds / len(self.either)) for because, said in self.either.items())


@dataclass(frozen=True)
class Bar:
    """One row of a section's plot: an estimate with its interval, numbers set beside it, and what would be expected
    without any effect (value, low, high), where that is known."""

    name: str
    value: float | None
    low: float | None = None
    high: float | None = None
    cells: tuple[str, ...] = ()
    expected: tuple[float | None, float | None, float | None] | None = None


@dataclass(frozen=True)
class Section:
    """A question that only this protocol asks, answered on a page that all share.

    page: `scores`, `agreement`, `comparison` or `confidence`. sentence: the answer, with `**bold**` as its only markup.
    table: one of the protocol's tables, shown below and saved. headings: of the bars' cells. range: of the plot's axis.
    role: whose values the bars are: `ai`, `human`, or `ink` for what stands after resolving.
    """

    page: str
    title: str
    sentence: str
    table: str
    bars: tuple[Bar, ...] = ()
    headings: tuple[str, ...] = ()
    range: tuple[float, float] = (0.0, 1.0)
    expected: str = ""
    role: Literal["ai", "human", "ink"] = "ai"


@dataclass(frozen=True)
class Setting:
    """One option of a protocol that people may change on screen.

    key: the option's name; `a.b` is b within a. kind: `choice` (one of `choices`: words and value), `several` (any of
    them, joined by commas), `text`, `number` (within `range`, in steps of `step`) or `table` (name to value, rows
    added and edited). default: what holds without the option.
    """

    key: str
    title: str
    kind: Literal["choice", "several", "number", "table", "text"]
    default: Any = None
    choices: tuple[tuple[str, Any], ...] = ()
    help: str = ""
    range: tuple[float, float] = (0.0, 1.0)
    step: float = 0.05


@dataclass(frozen=True)
class Template:
    """A file to score in. main: the sheet of items, the only one where the file is CSV.

    sheets: name to table. choices, closed: by sheet and column the scores to choose from, and which rows have none.
    """

    main: str
    sheets: Mapping[str, pd.DataFrame]
    choices: Choices
    closed: Choices

    def csv(self) -> bytes:
        """The sheet of items."""
        return to_csv(self.sheets[self.main], mark=False)

    def xlsx(self) -> bytes:
        """All sheets, with a drop-down in each cell to score. Raises AnnoevalError where a workbook can't hold all."""
        rows = self.sheets[self.main]
        if len(rows) > MOST_ROWS:
            raise AnnoevalError(f"A workbook holds {MOST_ROWS:,} rows and these are {len(rows):,}: take the CSV file.")
        for name, cells in rows.select_dtypes("str").items():
            if (longest := int(cells.str.len().max() or 0) if cells.notna().any() else 0) > LONGEST:
                held = f"“{name}” has a text of {longest:,} characters"
                raise AnnoevalError(f"{held}, and a cell of a workbook holds {LONGEST:,}: take the CSV file.")
        return workbook(
            [
                Sheet(name, frame, choices=self.choices.get(name, {}), closed=self.closed.get(name, {}))
                for name, frame in self.sheets.items()
            ]
        )


@dataclass(frozen=True)
class Told:
    """What people said of a study beside their answers.

    pairs: pairs of drawn objects made by hand: item → its partner's id, None where a pair was broken.
    variants: target → form of an answer → whether it counts as the target.
    """

    pairs: Mapping[str, str | None] = field(default_factory=dict)
    variants: Mapping[str, Mapping[str, bool]] = field(default_factory=dict)


NOTHING = Told()


class Protocol(ABC):
    """A published way of judging. `name` is its key, `title` its name on screen.

    published_as: the name of the file that the protocol's own program writes; "" where it writes none.
    template_as: the published name of a file of its items for people to score in, without ending; "" where there is
    none. scored_as: of one that an AI scored.
    tags: kinds of error that reviewers may choose from, until a team names its own.
    secret: item columns that annotators must not see, since they tell the answer or what others answered.
    report: the sections of a report, by their keys in `annoeval.report.build`, where none are chosen; those of which a
    study has nothing are left out.
    """

    name: str
    title: str
    summary: str
    published_as: str = ""
    template_as: str = ""
    scored_as: str = ""
    tags: tuple[str, ...] = ("Hard to read", "Ambiguous", "Guideline unclear")
    secret: tuple[str, ...] = ()
    report: tuple[str, ...] = (
        *("summary", "truth", "scores", "agreement", "confidence", "comparison"),
        *("minutes", "methods", "left_out"),
    )

    @abstractmethod
    def detect(self, readings: Sequence[Reading], options: Mapping[str, Any] | None = None) -> Detection | None:
        """How well the files fit, or None when they don't. options: what people chose already, as `build` takes it."""

    def alone(self, readings: Sequence[Reading]) -> str:
        """Why these files are no study although they are the protocol's own, and what they go with; "" otherwise."""
        return ""

    @abstractmethod
    def build(self, readings: Sequence[Reading], options: Mapping[str, Any]) -> Study:
        """The Study these files hold. Raises ReadError when they can't be used."""

    def scorers(self) -> Mapping[str, Scorer]:
        """Pre-scorers by name, recommended first: each gives ratings of kind `ai`. A rating without a value says in its
        note why there is none; one whose note begins with `annoeval.ratings.CLOSE` goes to a person in any case."""
        return {}

    def together(self, study: Study, scorer: str) -> pd.Series | None:
        """For each item a key: items of one key must be scored at once, as the rows of one paper, and others
        may be scored apart. None where a scorer must see all of them."""
        return None

    def thresholds(self, scorer: str) -> Mapping[str, float]:
        """The cuts of a scorer that people may set, by name, as they usually stand."""
        return {}

    def rescored(self, study: Study, scorer: str, thresholds: Mapping[str, float]) -> pd.DataFrame | None:
        """A scorer's ratings of a study (`item_id, dimension, value`) as other cuts would make them, by the measures
        kept with its scores; those that no cut decides stay. None where the scorer has no cuts."""
        return None

    def embeds(self, scorer: str) -> bool:
        """Whether a scorer works with an embedding model, which people may choose."""
        return False

    def asks(self, scorer: str) -> bool:
        """Whether a scorer asks a service, for which `budget` tells the cost and `Means.settings` needs `judge`."""
        return False

    def budget(self, study: Study, scorer: str, means: Means) -> Cost | None:
        """What a scorer would ask of a paid service, told before it begins; None for one that asks none."""
        return None

    def wanted(self, study: Study) -> Wanted | None:
        """What would let the recommended scorer judge what it could not; None where it judged all, or has not begun."""
        return None

    def template(self, study: Study, readings: Sequence[Reading]) -> Template | None:
        """The study's rows with columns to score in, as `build` reads them back; None where the protocol has no such
        file. readings: of the study's files."""
        return None

    def tables(self, study: Study) -> Mapping[str, pd.DataFrame]:
        """Result tables of the protocol's own, beside the common ones."""
        return {}

    def unsaid(self, readings: Sequence[Reading]) -> Sequence[Setting]:
        """What these files don't say and people must, as options of `build`."""
        return ()

    def settings(self) -> Sequence[Setting]:
        """Options of `build` that people may change on screen."""
        return ()

    def outcome(self, study: Study) -> str:
        """What reading with some options gives, in a sentence: shown while they are changed."""
        parts = (len(study.items), "item"), (len(study.raters), "rater"), (len(study.dimensions), "question")
        return ", ".join(count(n, what) for n, what in parts) + "."

    def sections(self, study: Study) -> Sequence[Section]:
        """Questions of the protocol's own, in the order they stand on their pages."""
        return ()

    def paper(self, study: Study, item_id: str, files: Sequence[str]) -> str | None:
        """Which of the study's PDF files an item is from; None where it is from none of them."""
        return None

    def passages(self, study: Study, item_id: str, dimension: str) -> Sequence[tuple[str, str | None]]:
        """Texts to be read against each other when this question is asked, as (title, text): the first is what the
        others are held against. Empty where the item's own evidence says it all."""
        return ()

    def follow(self, study: Study, told: Told = NOTHING) -> Study:
        """The study with what people's answers entail elsewhere: a trial's score follows its corrected slots, scores
        follow a corrected reference. People's own answers are never changed; the digest stays."""
        return study

    def right(self, study: Study, answer: object, known: str) -> bool:
        """Whether an answer is the known one, as this study tells equal answers."""
        return str(answer) == known

    def beside(self, readings: Sequence[Reading]) -> str:
        """What files tell that stand beside a study's own and are read with them, in a sentence; "" for files that
        bring answers or items."""
        return ""

    def proposals(self, study: Study, meaning: Meaning | None = None) -> pd.DataFrame | None:
        """Forms of answers of which people may say once whether they count as their target, `target` and `form` among
        the columns, without those that were decided; None for a protocol without such answers. meaning: where given,
        forms of other words that are alike in meaning are among them."""
        return None

    def published(self, study: Study) -> pd.DataFrame:
        """The study as the table that the protocol's own program writes into `published_as`."""
        raise NotImplementedError(f"The {self.name} protocol has no table of its own program.")

    def headline(self, study: Study) -> str | None:
        """The answer in one sentence with its number, or None for the common sentence."""
        return None
