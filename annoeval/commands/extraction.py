"""What `evaluate` takes for extraction and confidence studies, and a predictor run from the command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from annoeval.predictors.layout import KINDS, LayoutModel
from annoeval.predictors.run import find_predictor, predict_all
from annoeval.problem import AnnoevalError
from annoeval.protocols.extraction.records import identity, rows_of
from annoeval.protocols.extraction.rules import RULE_SETS
from annoeval.reading import read

DATA_FILES = frozenset(
    {".csv", ".tsv", ".xlsx", ".xls", ".ods", ".json", ".jsonl", ".ndjson", ".xml", ".parquet", ".zip"}
)
LAYOUT_FIELDS = ("title", "abstract")
Source = str | tuple[str, bytes]


def add_arguments(verb: argparse.ArgumentParser, printing: bool = True) -> None:
    """The options of extraction and confidence studies. printing: those that print or write tables too."""
    group = verb.add_argument_group("extracted texts")
    group.add_argument("--labels", metavar="FILE", help="which of the files holds the references")
    group.add_argument("--rules", choices=sorted(RULE_SETS), help="a published way of scoring each field")
    group.add_argument(
        "--text-options",
        metavar="A,B",
        help="nfkc, as-given, ignore-case, collapse-spaces, join-hyphens, "
        "open-ligatures, keep-superscripts, join-paragraphs",
    )
    group.add_argument(
        "--failed", choices=("exclude", "zero"), help="documents in which a model failed (default: exclude)"
    )
    group.add_argument(
        "--exclude", metavar="ID", action="append", default=[], help="a document left out for all models"
    )
    group.add_argument("--labels-json-path", metavar="FILE", help="labels for --predictor: a JSON list of id, title, …")
    group.add_argument("--pdfs-basedir", metavar="DIR", default=".", help="where ID/ID.pdf or ID.pdf lie")
    group.add_argument(
        "--predictor",
        metavar="MODULE:FUNCTION",
        help="called with (id, PDF path, label); options unknown here are passed on to it",
    )
    group.add_argument(
        "--vila-type", choices=KINDS, help="title and abstract by a layout model, instead of --predictor"
    )
    group.add_argument("--vila-model-path", metavar="DIR", help="the layout model's folder")
    group.add_argument("--model", metavar="NAME", help="what the predictor is called in the tables")
    if printing:
        group.add_argument("--output-csv-path", metavar="FILE", help="write SHA, URL, Model, Title, TitleScore, …")
        published = "print the published block: N, mean and SD by field and model"
        group.add_argument("--text", action="store_true", help=published)
    verb.add_argument("--confidence-scale", metavar="LOW-HIGH", help="such as 0-10; default: found over all columns")


def options_of(chosen: argparse.Namespace) -> dict[str, Any]:
    """The protocol's options that the arguments name; empty for a verb without them."""
    options: dict[str, Any] = {}
    for argument, option in (("rules", "rules"), ("text_options", "text"), ("failed", "failed")):
        if getattr(chosen, argument, None):
            options[option] = getattr(chosen, argument)
    if getattr(chosen, "exclude", None):
        options["exclude"] = list(chosen.exclude)
    if getattr(chosen, "labels", None):
        options["labels"] = Path(chosen.labels).name
    if getattr(chosen, "confidence_scale", None):
        low, _, high = chosen.confidence_scale.replace(",", "-").partition("-")
        try:
            options["confidence_scale"] = [float(low), float(high)]
        except ValueError:
            raise AnnoevalError(f"--confidence-scale {chosen.confidence_scale}: write LOW-HIGH, as in 0-10.") from None
    return options


def protocol_of(chosen: argparse.Namespace) -> str | None:
    """`extraction` where an argument only makes sense for it."""
    named = (
        "rules",
        "text",
        "text_options",
        "labels",
        "labels_json_path",
        "predictor",
        "vila_type",
        "vila_model_path",
        "output_csv_path",
    )
    return "extraction" if any(getattr(chosen, a, None) for a in named) else None


def sources_of(chosen: argparse.Namespace) -> list[Source]:
    """The files, and the labels and answers of `--predictor` where it is used."""
    files: list[Source] = [f for name in chosen.files for f in files_of(name)]
    labels = getattr(chosen, "labels", None)
    if labels and labels not in files:
        files.append(labels)
    vila, predictor = getattr(chosen, "vila_type", None), getattr(chosen, "predictor", None)
    if bool(vila) != bool(getattr(chosen, "vila_model_path", None)):
        chosen.refuse("--vila-type and --vila-model-path belong together")
    if vila and predictor:
        chosen.refuse("name either --predictor or --vila-type: one model a run")
    if not vila and not predictor:
        if getattr(chosen, "labels_json_path", None):
            files.append(chosen.labels_json_path)
            chosen.labels = chosen.labels_json_path
        if not files:
            chosen.refuse("name at least one FILE, or --labels-json-path and --predictor")
        return files
    if not chosen.labels_json_path:
        chosen.refuse(
            f"{'--vila-type' if vila else '--predictor'} needs --labels-json-path FILE, the documents to predict"
        )
    path = Path(chosen.labels_json_path)
    try:
        reading = read(path.read_bytes(), path.name)
    except OSError as error:
        raise AnnoevalError(f"{path} can't be opened: {error.strerror or error}.") from error
    labels = [{"id": identity(r, row), **r} for row, r in rows_of(reading) if identity(r, row) is not None]
    with LayoutModel(vila, chosen.vila_model_path) if vila else nullcontext(find_predictor(str(predictor))) as model:
        predicted = predict_all(
            labels,
            chosen.pdfs_basedir,
            model,
            model=chosen.model,
            progress=_progress,
            fields=LAYOUT_FIELDS if vila else _fields(labels),
            **getattr(chosen, "further", {}),
        )
    if predicted.failed:
        print(f"{len(predicted.failed)} of {len(labels)} documents failed:", file=sys.stderr)
        for key, why in predicted.failed.items():
            print(f"  {key}: {why}", file=sys.stderr)
    chosen.labels = chosen.labels_json_path
    return [chosen.labels_json_path, predicted.as_file(), *(f for f in files if f != chosen.labels_json_path)]


def files_of(name: str) -> list[str]:
    """A file as it is; of a folder the files that may hold data, in alphabetical order."""
    folder = Path(name)
    if not folder.is_dir():
        return [name]
    found = sorted(str(p) for p in folder.iterdir() if p.is_file() and p.suffix.lower() in DATA_FILES)
    if not found:
        raise AnnoevalError(f"{name} holds no file of data ({', '.join(sorted(DATA_FILES))}).")
    return found


def _fields(labels: Sequence[dict[str, Any]]) -> tuple[str, ...]:
    named = dict.fromkeys(k for label in labels for k in label if k not in ("id", "url", "pdf", "path"))
    return tuple(named) or ("title", "abstract")


def _progress(done: int, of: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {of} documents", end="\n" if done == of else "", file=sys.stderr, flush=True)


def take_further(arguments: Sequence[str], known: argparse.ArgumentParser) -> tuple[list[str], dict[str, str | bool]]:
    """Arguments split into those the verb knows and the others, which `--predictor` gets: `--batch 4` as batch="4", a
    lone `--fast` as True. Dashes in a name become underscores."""
    options = {o: a for a in known._actions for o in a.option_strings}
    kept: list[str] = []
    further: dict[str, str | bool] = {}
    waiting = list(arguments)
    while waiting:
        word = waiting.pop(0)
        name, equals, value = word.partition("=")
        if not word.startswith("--") or word == "--" or name in options:
            kept.append(word)
            if name in options and not equals and options[name].nargs != 0 and waiting:
                kept.append(waiting.pop(0))
            continue
        key = name[2:].replace("-", "_")
        if equals:
            further[key] = value
        elif waiting and not waiting[0].startswith("--"):
            further[key] = waiting.pop(0)
        else:
            further[key] = True
    return kept, further
