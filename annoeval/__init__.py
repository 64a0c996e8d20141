"""annoeval: judge AI output together, and get numbers that hold up in a paper.

    import annoeval
    study = annoeval.load("summary.tsv")
    results = annoeval.evaluate(study)
    results["scores"]          # a DataFrame; so are "agreement", "pairs", "comparison", …

Names are loaded when first used, so that `import annoeval` stays light.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from annoeval.conclusions import resolve
    from annoeval.evaluation import Results, evaluate
    from annoeval.evaluation.estimates import estimate
    from annoeval.examples import examples
    from annoeval.opening import load
    from annoeval.prescoring import prescore
    from annoeval.problem import Problem
    from annoeval.reading.table import ReadError
    from annoeval.scale import Scale
    from annoeval.study import Study

__version__ = "0.1.0"
__all__ = [
    "Problem",
    "ReadError",
    "Results",
    "Scale",
    "Study",
    "estimate",
    "evaluate",
    "examples",
    "load",
    "prescore",
    "resolve",
]

_HOME = {
    "Problem": "problem",
    "ReadError": "reading.table",
    "Results": "evaluation",
    "Scale": "scale",
    "Study": "study",
    "estimate": "evaluation.estimates",
    "evaluate": "evaluation",
    "examples": "examples",
    "load": "opening",
    "prescore": "prescoring",
    "resolve": "conclusions",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'annoeval' has no attribute {name!r}")
    return getattr(import_module(f"annoeval.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
