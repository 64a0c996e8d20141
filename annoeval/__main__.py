"""The command line: `python -m annoeval VERB …`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

import annoeval
from annoeval.study import AnnoevalError

VERBS = ("inspect", "evaluate", "prescore", "app")


def parser() -> argparse.ArgumentParser:
    """The argument parser with every verb of `annoeval.commands`."""
    top = argparse.ArgumentParser(
        prog="annoeval", description="Judge AI output, and get numbers that hold up in a paper."
    )
    top.add_argument("--version", action="version", version=f"annoeval {annoeval.__version__}")
    verbs = top.add_subparsers(dest="verb", required=True, metavar="VERB")
    for verb in VERBS:
        import_module(f"annoeval.commands.{verb}").add(verbs)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0: done; 1: a file can't be used, and stderr says why and where; 2: wrong use."""
    for stream in (sys.stdout, sys.stderr):  # a Windows or C locale must not stop on "κ"
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    chosen = parser().parse_args(arguments)
    try:
        return chosen.run(chosen) or 0
    except AnnoevalError as error:
        print(f"annoeval: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # `annoeval … | head`
        sys.stderr.close()
        return 0


if __name__ == "__main__":
    sys.exit(main())
