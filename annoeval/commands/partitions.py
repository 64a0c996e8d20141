"""A large file scored part by part, here or by the workers of a Dask scheduler, with the scores of one piece."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pandas as pd

from annoeval.prescoring import ai_ratings, scorer_named
from annoeval.problem import AnnoevalError
from annoeval.protocols import Means, protocol_of
from annoeval.rating_table import empty_ratings
from annoeval.reading.attached import of_bytes
from annoeval.study import Study

ANSWER = 10.0  # seconds in which a scheduler must answer
ROWS = 250_000  # rows of a part, more where one paper has more; each part loads the model for texts not yet embedded
PATIENCE = 30.0  # seconds without a finished part, after which it is looked whether any worker is left


@dataclass(frozen=True)
class Scored:
    """values: a row an item and a column a dimension, missing where there is no score. unscored: how many have none,
    by dimension and reason."""

    values: pd.DataFrame
    unscored: Counter[tuple[str, str]] = field(default_factory=Counter)


def scored(study: Study, scorer: str | None, means: Means, scheduler: str = "", rows: int | None = None) -> Scored:
    """The scores of a study, made in parts of about so many rows (`ROWS`) that no more than one is in memory.

    scheduler: the address of a Dask scheduler whose workers score the parts; "": this process does. A part whose worker
    dies goes to another one. Raises as `ai_ratings` does, and AnnoevalError where no worker is at hand.
    """
    name = scorer_named(study, scorer)
    parts = list(_parts(study, name, rows or ROWS))
    if scheduler:
        made = _by_workers(study, name, means, scheduler, parts)
    else:
        own = means if len(parts) == 1 else replace(means, progress=None)
        made = ((n, _score(_part(study, at), name, own)) for n, at in enumerate(parts))
    values: dict[str, np.ndarray] = {}
    unscored: Counter[tuple[str, str]] = Counter()
    done = 0
    for n, part in made:
        for dimension, column in part.values.items():
            values.setdefault(str(dimension), np.full(len(study.items), np.nan))[parts[n]] = column.to_numpy()
        unscored += part.unscored
        done += len(parts[n])
        if means.progress and (len(parts) > 1 or scheduler):
            means.progress(done, len(study.items))
    order = [d for d in study.dimensions if d in values]
    return Scored(pd.DataFrame({d: values[d] for d in order}, study.items.index), unscored)


def _parts(study: Study, scorer: str, rows: int) -> Iterator[np.ndarray]:
    """The rows of each part, in order: those that must be scored at once are in one part."""
    keys = protocol_of(study).together(study, scorer)
    if keys is None:
        yield np.arange(len(study.items))
        return
    codes = pd.factorize(keys, use_na_sentinel=False)[0]
    sizes = np.bincount(codes)
    part = ((np.cumsum(sizes) - sizes) // rows)[codes]
    order = np.argsort(part, kind="stable")
    yield from np.split(order, np.flatnonzero(np.diff(part[order])) + 1)


def _part(study: Study, rows: np.ndarray) -> Study:
    return replace(study, items=study.items.iloc[rows], ratings=empty_ratings(), problems=())  # the digest stays


def _score(part: Study, scorer: str, means: Means) -> Scored:
    made = ai_ratings(part, scorer, means)
    values, unscored = {}, Counter[tuple[str, str]]()
    for dimension, ratings in made.groupby("dimension", sort=False):
        value = pd.to_numeric(ratings["value"]).astype("float64").set_axis(ratings["item_id"])
        values[str(dimension)] = value.reindex(part.items.index)
        reasons = ratings.loc[ratings["value"].isna(), "note"].fillna("no reason given").value_counts()
        unscored.update({(str(dimension), str(why)): int(n) for why, n in reasons.items()})
    return Scored(pd.DataFrame(values, part.items.index), unscored)


def _sent(study: Study, rows: np.ndarray, means: Means) -> tuple[Study, Means]:
    """A part and what its scorer needs, as it goes to another machine: with the bytes of its own papers' files."""
    part, pdfs = _part(study, rows), means.files.ending(".pdf")
    protocol = protocol_of(study)
    if not pdfs:
        wanted: set[str] = set()
    elif "pdf" in part.items and part.items["pdf"].notna().any():
        first = part.items.index[~part.items["pdf"].duplicated() & part.items["pdf"].notna()]
        wanted = {f for item in first if (f := protocol.paper(part, item, pdfs)) is not None}
    else:
        wanted = set(pdfs)
    return part, replace(means, files=of_bytes([(f, means.files[f]) for f in sorted(wanted)]), progress=None)


def _by_workers(
    study: Study, scorer: str, means: Means, address: str, parts: list[np.ndarray]
) -> Iterator[tuple[int, Scored]]:
    """The parts as workers finish them, two for each thread under way."""
    try:
        from distributed import Client, wait
        from distributed.scheduler import KilledWorker
    except ImportError as error:
        raise AnnoevalError(
            '--scheduler needs Dask, which is not installed: pip install "annoeval[dask]", here and on the workers.'
        ) from error
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is said below
    try:
        client = Client(address, timeout=ANSWER)
    except (OSError, ValueError, TimeoutError) as error:
        raise AnnoevalError(f"No Dask scheduler answers at {address}; start one with `dask scheduler`.") from error
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise AnnoevalError(
                f"The Dask scheduler at {address} has no worker: start one with `dask worker {address}`."
            )
        waiting = list(enumerate(parts))[::-1]
        under_way: dict[Any, int] = {}
        while waiting or under_way:
            while waiting and len(under_way) < 2 * threads:
                n, rows = waiting.pop()
                part, own = _sent(study, rows, means)
                under_way[client.submit(_score, part, scorer, own, pure=False)] = n
            try:
                finished = wait(list(under_way), timeout=PATIENCE, return_when="FIRST_COMPLETED").done
            except TimeoutError as error:
                if client.nthreads():
                    continue
                raise AnnoevalError(f"All workers of the Dask scheduler at {address} are gone.") from error
            for future in finished:
                try:
                    yield under_way.pop(future), future.result()
                except KilledWorker as error:
                    raise AnnoevalError(
                        f"Several workers of {address} died on one part of the file: give them more memory."
                    ) from error
                except ImportError as error:
                    raise AnnoevalError(
                        f"The workers of {address} lack what this scorer needs ({error}): install annoeval there."
                    ) from error
