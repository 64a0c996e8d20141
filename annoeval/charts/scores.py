"""The table `scores` as a forest plot: by rater, or by the values of a group with one mark a rater."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pandas as pd

from annoeval.answers.scores import rater_name, spread, value
from annoeval.charts.forest import NO_RATER, Axis, Mark, Row, forest
from annoeval.charts.layout import Figure, text
from annoeval.rating_table import PEOPLE
from annoeval.scale import Scale
from annoeval.words import count, missing

MOST_ROWS = 60
FEW = 8  # raters up to which they keep the file's order
MOST_SERIES = 4
MOST_SPREADS = 2  # series up to which each has a column for its interval; of more none has, and the table does
ROLES = {"ai": "ai", "reference": "reference", "derived": "ink"}
SHARED = {"ai": "an AI", "human": "a person", "ink": "people together", "reference": "a reference"}


@dataclass(frozen=True)
class Series:
    """One rater (or all people together) drawn in every row; nth among those of its role."""

    rater: str
    title: str
    role: str
    nth: int = 0

    @property
    def mark(self) -> str:
        """As keys name it: "ai", "ai 1"."""
        return f"{self.role} {self.nth}" if self.nth else self.role


def series(scores: pd.DataFrame) -> list[Series]:
    """Who is drawn beside whom in every group: the AI, people together, and what stands after resolving.

    scores: rows of one dimension.
    """
    kinds = scores.drop_duplicates("rater").set_index("rater")["kind"]
    ai = [Series(r, rater_name(r), "ai") for r in kinds.index[kinds == "ai"]]
    people = kinds.index[kinds.isin(["human", "reviewer"])].tolist()
    if "individual" in kinds.index:
        drawn = [Series("individual", "People", "human")]
    else:
        drawn = [Series(r, r, "human") for r in people[:2]]
    final = (
        Series("resolved", "Not corrected", "reference") if _mixed(scores) else Series("resolved", "Resolved", "ink")
    )
    both = [final] if (people and ai) or not (people or ai) else []
    if "majority" in kinds.index and not ai:
        both = [Series("majority", "Majority", "ink")]
    shown = [*ai[: max(1, MOST_SERIES - len(drawn) - len(both))], *drawn, *both]
    return [replace(s, nth=_nth(s.role, sum(o.role == s.role for o in shown[:i]))) for i, s in enumerate(shown)]


def _nth(role: str, place: int = 0) -> int:
    return NO_RATER if role == "reference" else place


def _mixed(scores: pd.DataFrame) -> bool:
    """Whether the final scores have no interval because unchecked ones of the AI are among them."""
    final = scores[(scores["rater"] == "resolved") & (scores["by"] == "")]
    return bool(final["reason"].astype("str").str.contains("unchecked").any())


def standing(scores: pd.DataFrame) -> pd.DataFrame:
    """The rows without `resolved` where no person judged: there it only repeats the AI that headlines."""
    people = (scores["kind"].isin(PEOPLE) | scores["rater"].eq("individual")).any()
    return scores if people else scores[scores["rater"] != "resolved"]


def axis_of(scale: Scale, scores: pd.DataFrame) -> Axis:
    """The scale's whole range with its words; without one, the range of the intervals."""
    if scale.range is not None:
        low, high = scale.range
        words = {float(v): w for v, w in scale.names.items() if isinstance(v, (int, float))}
        return Axis(low, high, words if len(words) <= 5 else {})
    ends = pd.concat([scores["low"], scores["high"], scores["mean"]]).dropna().astype(float)
    if ends.empty:
        return Axis(0, 1)
    pad = (ends.max() - ends.min() or 1.0) * 0.05
    return Axis(float(ends.min() - pad), float(ends.max() + pad))


def _mark(row: pd.Series, scale: Scale, role: str, name: str, nth: int = 0) -> Mark:
    n = int(row["n"])
    said = f"{text(name)}: {value(scale, row['mean'], n)}"
    said += f" ({spread(scale, row['low'], row['high'], n)})" if not missing(row["low"]) else ""
    mean, low, high = (None if missing(row[c]) else float(row[c]) for c in ("mean", "low", "high"))
    return Mark(
        mean,
        low,
        high,
        role=role,
        hover=f"<b>{text(row['group'], 60)}</b><br>{said}<br>{count(n, 'value')}",
        nth=nth,
    )


def _role(row: pd.Series, scores: pd.DataFrame) -> str:
    mixed = row["rater"] == "resolved" and _mixed(scores)
    return "reference" if mixed else ROLES.get(row["kind"], "human")


def key_of(scores: pd.DataFrame, by: str) -> list[tuple[str, str]]:
    """What the marks of `by_group` or, where `by` is "rater", of `by_rater` mean, as `with_key` has it: there the rows
    name the raters, and those of one role share a mark. scores: as there."""
    drawn = series(scores)
    interval = (f"line {drawn[-1].role}", "95 % interval")
    if by != "rater":
        return [*((s.mark, s.title) for s in drawn), interval]
    roles: dict[str, list[str]] = {}
    for _, row in standing(scores[scores["by"] == ""]).iterrows():
        roles.setdefault(_role(row, scores), []).append(rater_name(row["rater"]))
    marks = {role: f"{role} {nth}" if (nth := _nth(role)) else role for role in roles}
    return [*((marks[r], names[0] if len(names) == 1 else SHARED[r]) for r, names in roles.items()), interval]


def by_rater(scores: pd.DataFrame, scale: Scale, narrow: bool = False) -> Figure:
    """One row a rater, over all items. scores: rows of one dimension; a click names the rater."""
    overall = standing(scores[scores["by"] == ""])
    if len(overall) > FEW:
        overall = overall.sort_values("mean", ascending=False, kind="stable")
    overall = overall.head(MOST_ROWS)
    rows = []
    for _, row in overall.iterrows():
        n, role = int(row["n"]), _role(row, scores)
        cells = [value(scale, row["mean"], n), spread(scale, row["low"], row["high"], n), f"{n:,}"]
        rows.append(
            Row(
                rater_name(row["rater"]),
                [_mark(row, scale, role, rater_name(row["rater"]), _nth(role))],
                cells,
                row["rater"],
            )
        )
    return forest(rows, ["Mean", "95 % CI", "n"], axis_of(scale, overall), narrow)


def by_group(scores: pd.DataFrame, scale: Scale, by: str, narrow: bool = False) -> Figure:
    """One row a value of the group `by`, one mark a series. scores: rows of one dimension; a click names the value."""
    drawn = series(scores)
    main = drawn[-1]
    scores = scores[scores["by"].isin(["", by]) & scores["rater"].isin([s.rater for s in drawn])]
    overall = scores[scores["by"] == ""]
    groups = scores[scores["by"] == by]
    mains = groups[groups["rater"] == main.rater]
    order = mains.nlargest(MOST_ROWS, "n").sort_values("mean", ascending=False, na_position="last", kind="stable")
    names = [*order["group"], *[g for g in groups["group"].unique() if g not in set(mains["group"])]][:MOST_ROWS]
    rows = [_row("All items", overall, drawn, scale, None, total=True)]
    rows += [_row(g, groups[groups["group"] == g], drawn, scale, g) for g in names]
    headings = [h for s in drawn for h in ([s.title, "95 % CI"] if len(drawn) <= MOST_SPREADS else [s.title])] + ["n"]
    standing = overall.loc[overall["rater"] == main.rater, "mean"].dropna()
    axis = axis_of(scale, scores)
    reference = float(standing.iloc[0]) if len(standing) else None
    return forest(rows, headings, Axis(axis.low, axis.high, axis.words, reference), narrow)


def _row(
    name: str, part: pd.DataFrame, drawn: list[Series], scale: Scale, group: str | None, total: bool = False
) -> Row:
    found = {r["rater"]: r for _, r in part.iterrows()}
    marks = [_mark(found[s.rater], scale, s.role, s.title, s.nth) for s in drawn if s.rater in found]
    cells = []
    for one in drawn:
        row = found.get(one.rater)
        n = 0 if row is None else int(row["n"])
        cells.append("–" if row is None else value(scale, row["mean"], n))
        if len(drawn) <= MOST_SPREADS:
            cells.append("–" if row is None else spread(scale, row["low"], row["high"], n))
    last = found.get(drawn[-1].rater)
    return Row(name, marks, [*cells, "0" if last is None else f"{int(last['n']):,}"], group, total)


KINDS = {"human": "person", "reviewer": "reviewer", "decision": "team", "ai": "AI", "derived": "derived"}


def numbers(table: pd.DataFrame, by: str) -> pd.DataFrame:
    """The rows behind a plot as people read them, group by group.

    table: rows of `scores` or `labels` of one dimension; by: a group column or `rater`.
    """
    rows = standing(table)
    rows = rows.assign(rater=rows["rater"].map(rater_name), kind=rows["kind"].map(KINDS).fillna(rows["kind"]))
    drop = ["dimension", "by", "share_of_maximum"]
    if by == "rater":
        return rows[rows["by"] == ""].drop(columns=[*drop, "group"], errors="ignore").reset_index(drop=True)
    rows = rows[rows["by"] == by]
    place = pd.Categorical(rows["group"], rows["group"].unique(), ordered=True)
    ordered = rows.assign(_p=place).sort_values("_p", kind="stable")
    return ordered.drop(columns=[*drop, "_p"], errors="ignore").reset_index(drop=True)
