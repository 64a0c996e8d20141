"""A study's answer in one sentence: its protocol's own, else how far its raters agree, else how good the output is."""

from __future__ import annotations

from annoeval.answers.agreement import how_alike, who
from annoeval.answers.dirty import with_dirt
from annoeval.answers.scores import how_good, how_labelled
from annoeval.evaluation import Results
from annoeval.protocols import protocol_of


def headline(results: Results) -> str | None:
    """`**…**` stands around figures. None for a study without a rating."""
    study = results.study
    own = protocol_of(study).headline(study)
    if own:
        return own
    agreement = results["agreement"]
    agreement = agreement[agreement["by"] == ""]
    kinds = dict(study.raters.itertuples(index=False, name=None))
    for dimension in study.dimensions:
        of = agreement[agreement["dimension"] == dimension]
        if len(of):
            first = of[of["raters"] == of["raters"].iloc[0]]
            words = str(first["raters"].iloc[0])
            names = words.split(", ")
            words = who(names, kinds) if all(n in kinds for n in names) else words  # a name may hold a comma
            return with_dirt(how_alike(dimension, study.dimensions[dimension], first, words), study, dimension)
    for dimension, scale in study.dimensions.items():
        if (study.ratings["dimension"] == dimension).any():
            said, table = (how_good, "scores") if scale.numeric else (how_labelled, "labels")
            return with_dirt(said(dimension, scale, results[table], results["sources"]), study, dimension)
    return None
