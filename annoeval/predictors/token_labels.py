"""Labels the words of pages with a layout model: `python -m annoeval.predictors.token_labels ivila MODEL < pages`.

A process of its own, as torch is heavy and can't be stopped from within. Standard input has a JSON object a line:
`words`, `boxes` (left, top, right, bottom in points), `lines`, `blocks` (a number for each word), `size` (width,
height in points). The first line out, empty, says that the model is loaded; then comes a JSON list a page, the label
of each word, null where the model's tokenizer has nothing for it. A line that starts with "!" says in a sentence why
it can't be done.

`ivila` is I-VILA (Shen et al., TACL 2022): LayoutLM for token classification, with a separator token between blocks
or rows. `hvila` is the hierarchical model of the same paper, run by its authors' package `vila`.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from annoeval.pdf import Box, union

POLITENESS = 5
WINDOWS = 8  # windows of a page that are labelled at once
LARGEST = 1000.0  # coordinates that LayoutLM has an embedding for
BLOCK_TOKEN = "[BLK]"
GROUPS = {"row": "lines", "block": "blocks"}

Labeller = Callable[[Mapping[str, Any]], list[str | None]]


class ModelError(RuntimeError):
    """A model that can't label words; its text is a sentence."""


def scaled(box: Box, width: float, height: float) -> list[int]:
    """A box as the published models were trained on: points, pages larger than 1000 points reduced to that."""
    factor = LARGEST / max(width, height) if max(width, height) > LARGEST else 1.0
    return [int(min(max(c * factor, 0.0), LARGEST)) for c in box]


def separated(page: Mapping[str, Any], group: str, separator: str) -> tuple[list[str], list[list[int]], list[int]]:
    """The page's words with a separator between groups, boxes for all of them (a separator has that of its group), and
    the places of the words.

    group: `lines` or `blocks`. A word that is written like the separator loses its brackets.
    """
    words: list[str] = []
    boxes: list[list[int]] = []
    places: list[int] = []
    for _, part in groupby(range(len(page["words"])), key=lambda i: page[group][i]):
        start = len(words)
        for i in part:
            places.append(len(words))
            word = page["words"][i]
            words.append(word.strip("[]") if word == separator else word)
            boxes.append(scaled(page["boxes"][i], *page["size"]))
        words.append(separator)
        boxes.append([int(c) for c in union([(b[0], b[1], b[2], b[3]) for b in boxes[start:]])])
    del words[-1:], boxes[-1:]  # none after the last group
    return words, boxes, places


def ivila(path: str) -> Labeller:
    """The labeller of a LayoutLM in a folder; windows of a page are cut at the model's longest input."""
    config = _config(path)
    if config.get("model_type") != "layoutlm":
        kind = config.get("model_type", "different")
        raise ModelError(f"{path} is a {kind} model; ivila needs a LayoutLM for token classification.")
    labels = _labels(config.get("id2label") or {}, path)
    import torch  # seconds of work, which a model that can't be used anyway is spared
    from transformers import AutoTokenizer, LayoutLMForTokenClassification

    try:
        loaded: Any = LayoutLMForTokenClassification.from_pretrained(path, output_loading_info=True)
        tokenizer = AutoTokenizer.from_pretrained(path)
    except (OSError, ValueError, ImportError, RuntimeError) as error:
        raise ModelError(f"{path} can't be loaded: {_first_line(error)}") from error
    model, said = loaded
    if lost := [name for name in said["missing_keys"] if not name.endswith("position_ids")]:
        raise ModelError(f"{path} has no trained {lost[0].split('.')[0]}: it is no LayoutLM for token classification.")
    if not tokenizer.is_fast:
        raise ModelError(f"{path} has no tokenizer that tells words apart; it needs its tokenizer.json or vocab.txt.")
    model.eval()
    own = dict(config.get("vila_preprocessor_config") or {})
    level = str(own.get("agg_level", "block"))
    if level not in GROUPS:
        raise ModelError(f"{path} groups words by {level}; known are {', '.join(GROUPS)}.")
    group = GROUPS[level]
    # the published files spell the key both ways
    token = own.get("added_special_separation_token", own.get("added_special_sepration_token", BLOCK_TOKEN))
    own_token = token != "default" and token in tokenizer.get_vocab()
    separator = str(token if own_token else tokenizer.sep_token)
    longest = min(tokenizer.model_max_length, model.config.max_position_embeddings)

    def label(page: Mapping[str, Any]) -> list[str | None]:
        words, boxes, places = separated(page, group, separator)
        made = tokenizer(
            words,
            is_split_into_words=True,
            truncation=True,
            max_length=longest,
            padding=True,
            return_overflowing_tokens=True,
            return_tensors="pt",
        )
        count = len(made["input_ids"])
        which = [made.word_ids(window) for window in range(count)]
        around = {tokenizer.sep_token_id: [1000] * 4}
        place = [
            [boxes[w] if w is not None else around.get(int(t), [0] * 4) for w, t in zip(row, ids, strict=True)]
            for row, ids in zip(which, made["input_ids"], strict=True)
        ]
        found: dict[int, str] = {}
        with torch.inference_mode():
            for start in range(0, count, WINDOWS):
                cut = slice(start, start + WINDOWS)
                scores = model(
                    input_ids=made["input_ids"][cut],
                    attention_mask=made["attention_mask"][cut],
                    token_type_ids=torch.zeros_like(made["input_ids"][cut]),
                    bbox=torch.tensor(place[cut]),
                ).logits
                for row, best in zip(which[cut], scores.argmax(-1).tolist(), strict=True):
                    for word, number in zip(row, best, strict=True):
                        if word is not None:
                            found.setdefault(word, labels[number])  # a word's first token tells
        return [found.get(p) for p in places]

    return label


def hvila(path: str) -> Labeller:
    """The labeller of a hierarchical model, through the package `vila`."""
    try:
        from vila.predictors import HierarchicalPDFPredictor
    except ImportError as error:
        raise ModelError(
            f"hvila needs the package vila, which is not installed or can't be loaded here ({_first_line(error)})."
        ) from error
    try:
        predictor = HierarchicalPDFPredictor.from_pretrained(path)
    except Exception as error:  # another's package: whatever it raises, the model can't be used
        raise ModelError(f"{path} can't be loaded by the package vila: {_first_line(error)}") from error
    _labels(predictor.id2label, path)

    def label(page: Mapping[str, Any]) -> list[str | None]:
        data = {
            "words": list(page["words"]),
            "bbox": [list(b) for b in page["boxes"]],
            "line_ids": list(page["lines"]),
            "block_ids": list(page["blocks"]),
        }
        said = predictor.predict(data, tuple(page["size"]), return_type="list")
        return [_name(s) for s in said]

    return label


def _config(path: str) -> dict[str, Any]:
    try:
        config = json.loads((Path(path) / "config.json").read_text(encoding="utf-8"))
        return dict(config)
    except OSError as error:
        raise ModelError(
            f"{path} is no folder of a model (it has no config.json); models are not downloaded."
        ) from error
    except (ValueError, TypeError) as error:
        raise ModelError(f"{path} is no model: its config.json can't be read.") from error


def _name(label: object) -> str:
    """A label's name in small letters, without B- or I-."""
    return str(label).strip().lower().removeprefix("b-").removeprefix("i-")


def _labels(names: Mapping[Any, str], path: str) -> dict[int, str]:
    labels = {int(i): _name(label) for i, label in names.items()}
    if not {"title", "abstract"} & set(labels.values()):
        known = ", ".join(dict.fromkeys(map(str, names.values())))
        raise ModelError(f"{path} has neither a label title nor a label abstract ({known[:200] or 'it names none'}).")
    return labels


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0][:300]


KINDS: dict[str, Callable[[str], Labeller]] = {"ivila": ivila, "hvila": hvila}


def main(kind: str, path: str) -> None:
    with contextlib.suppress(AttributeError, OSError):  # no niceness on Windows
        os.nice(POLITENESS)
    os.environ["HF_HUB_OFFLINE"] = "1"
    out, sys.stdout = sys.stdout, sys.stderr  # what libraries print must not stand among the answers
    try:
        label = KINDS[kind](path)
    except ModelError as error:
        print(f"!{error}", file=out, flush=True)
        return
    print(file=out, flush=True)
    for line in sys.stdin:
        try:
            answer = json.dumps(label(json.loads(line)))
        except Exception as error:  # the page fails, and the next one may not
            answer = f"!The model failed on a page: {_first_line(error)}"
        print(answer, file=out, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:3])
