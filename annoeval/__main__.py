"""The command line: `python -m annoeval VERB …`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

import annoeval
from annoeval.problem import AnnoevalError

VERBS = (
    *("inspect", "evaluate", "report", "verify", "estimate", "plan", "check"),
    *("template", "prescore", "quick", "analyze", "app", "backup", "restore", "delete"),
)


def parser(verbs_of: Sequence[str] = VERBS) -> argparse.ArgumentParser:
    """The argument parser with these verbs of `annoeval.commands`: each brings what it works with."""
    top = argparse.ArgumentParser(
        prog="annoeval", description="Judge AI output, and get numbers that hold up in a paper."
    )
    top.add_argument("--version", action="version", version=f"annoeval {annoeval.__version__}")
    verbs = top.add_subparsers(dest="verb", required=True, metavar="VERB")
    for verb in verbs_of:
        import_module(f"annoeval.commands.{verb}").add(verbs)
    return top


def parse(arguments: list[str]) -> argparse.Namespace:
    """The arguments understood; with --predictor, options that the verb doesn't know are kept for it as `further`."""
    top = parser([a for a in arguments[:1] if a in VERBS] or VERBS)
    if not any(a.split("=")[0] == "--predictor" for a in arguments):
        return top.parse_args(arguments)
    from annoeval.commands.extraction import take_further

    verbs = next(a for a in top._actions if isinstance(a, argparse._SubParsersAction))
    verb = next((a for a in arguments if a in verbs.choices), "evaluate")
    kept, further = take_further(arguments, verbs.choices[verb])
    chosen = top.parse_args(kept)
    chosen.further = further
    return chosen


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0: done; 1: a file can't be used, and stderr says why and where; 2: wrong use; 3: a bar of `check`
    isn't reached, or `verify` found a difference; 130: stopped."""
    for stream in (sys.stdout, sys.stderr):  # a Windows or C locale must not stop on "κ"
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    chosen = parse(list(sys.argv[1:] if arguments is None else arguments))
    try:
        return chosen.run(chosen) or 0
    except AnnoevalError as error:
        print(f"annoeval: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nannoeval: stopped; nothing was written.", file=sys.stderr)
        return 130
    except BrokenPipeError:  # `annoeval … | head`
        sys.stderr.close()
        return 0


if __name__ == "__main__":
    sys.exit(main())
