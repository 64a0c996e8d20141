"""Prints what becomes of every made-up table: `python -m tests.tables.made_up [WORD]` (only tables with the word)."""

from __future__ import annotations

import sys
import traceback
from collections import Counter

from tests.tables.made_up.cases import every_case
from tests.tables.made_up.trial import faults, tried


def main() -> int:
    """The number of tables with a wrong outcome."""
    word = " ".join(sys.argv[1:])
    counted: Counter[str] = Counter()
    bad = 0
    for case in every_case():
        if word not in case.name:
            continue
        try:
            outcome = tried(case.files)
            wrong = faults(case, outcome)
            what = outcome.what
        except Exception as error:  # a traceback is the worst outcome, and is counted
            what, wrong = "crash", [traceback.format_exception_only(error)[-1].strip()]
            wrong.append(
                " < ".join(
                    f"{f.filename.rsplit('/', 1)[-1]}:{f.lineno}"
                    for f in reversed(traceback.extract_tb(error.__traceback__)[-3:])
                )
            )
            outcome = None
        lesser = not wrong and case.must == "open" and what != "open"
        counted[f"{what}{' (wrong)' if wrong else ' (could open)' if lesser else ''}"] += 1
        bad += bool(wrong)
        mark = "WRONG" if wrong else "asks " if lesser else "ok   "
        print(f"{mark} {what:7} {case.name}: {'; '.join(wrong)[:300] or (outcome.sentence[:160] if outcome else '')}")
    print(f"\n{sum(counted.values())} tables: " + ", ".join(f"{n} {what}" for what, n in sorted(counted.items())))
    return bad


if __name__ == "__main__":
    sys.exit(min(main(), 1))
