"""The published recipe of figures, worked out apart on the published file: rules, embeddings and cuts."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

import annoeval
from annoeval.prescoring import ai_ratings

ALIKE = """
import json, sys
from annoeval.scoring.embedder import load
model = load()
pairs = json.load(sys.stdin)
found = [model.encode(pair, normalize_embeddings=True) for pair in pairs]
print(json.dumps([float(a @ b) for a, b in found]))
"""


def plain(cell: str) -> str:
    return re.sub(r"\s+", " ", cell).strip()


def of_table(content: str) -> int:
    text = plain(content)
    if len(text) <= 20:
        return 0
    words = len(re.findall(r"\b(column|row|value|score|id|type|mean)\b", text.lower()))
    digits = sum(c.isdigit() for c in text) / len(text)
    return 2 if words > 1 and digits > 0.05 else 1 if digits > 0.02 else 0


@pytest.mark.model
def test_similarity_only_gives_the_recipes_scores_row_for_row(real_file, tmp_path, monkeypatch):
    monkeypatch.setenv("ANNOEVAL_HOME", str(tmp_path))
    path = real_file("figures", "accuracy_annotations_multi.csv")
    rows = pd.read_csv(path, dtype="str", keep_default_na=False)
    texts = [[plain(c), plain(d)] for c, d in zip(rows["caption"], rows["vlm_description"], strict=True)]
    figures = rows["type"].eq("figure").tolist()
    both = [pair for pair, is_figure in zip(texts, figures, strict=True) if is_figure and all(pair)]
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    order = [sys.executable, "-c", ALIKE]
    said = subprocess.run(order, input=json.dumps(both), capture_output=True, text=True, check=True, env=env)
    alike = iter(json.loads(said.stdout.splitlines()[-1]))
    right: dict[str, list[float]] = {"caption": [], "vlm": [], "table": []}
    for pair, is_figure, content in zip(texts, figures, rows["content"], strict=True):
        if not is_figure:
            right["table"].append(of_table(content))
            continue
        cosine = next(alike) if all(pair) else -1.0
        score = 2 if cosine >= 0.80 else 1 if cosine >= 0.60 else 0
        right["caption"].append(score)
        right["vlm"].append(score)
    study = annoeval.load(str(path))
    made = ai_ratings(study, "similarity only")
    for dimension, scores in right.items():
        mine = made[made["dimension"] == dimension].set_index("item_id")["value"].reindex(study.items.index).dropna()
        assert mine.tolist() == scores, dimension
    assert sum(map(len, right.values())) == 84
