"""A sample of a study's items as a study of its own, under the protocol's name for its file."""

from __future__ import annotations

import pandas as pd

from annoeval.export import to_csv
from annoeval.problem import AnnoevalError
from annoeval.protocols.recognition.sampled import sampled_from
from annoeval.reading.pictures import ENDINGS
from annoeval.review.store import Store

FILE = "sampled_idioms.csv"


def draw(store: Store, study: str, n: int, seed: int) -> str:
    """The id of a study of `n` of the items, drawn as the protocol draws; pictures come along.

    Raises AnnoevalError where there are fewer items.
    """
    base = store.base(study)
    try:
        ids = sampled_from(list(base.items.index), n, seed)
    except ValueError as error:
        raise AnnoevalError(f"{error} Choose a smaller sample.") from None
    pictures = [f for f in store.files(study) if f[0].lower().endswith((*ENDINGS, ".zip"))]
    table = to_csv(listed(base.items.loc[ids]), mark=False)
    options = {"protocol": base.protocol, "sample": {"of": len(base.items), "n": n, "seed": seed}}
    return store.add_study([(FILE, table), *pictures], options, f"{base.name}: {n} of {len(base.items)}, seed {seed}")


def listed(items: pd.DataFrame) -> pd.DataFrame:
    """`id,idiom` of items, as `sampled_idioms.csv` has them; only `id` where no target is known."""
    frame = pd.DataFrame({"id": items.index, "idiom": items["target"].to_numpy()})
    return frame if frame["idiom"].notna().any() else frame[["id"]]
