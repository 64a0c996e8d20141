"""Trains a small random LayoutLM until it knows the words of some pages: `python train_layout.py FOLDER < pages.json`.

Each page has words, boxes, lines, blocks, size and, a word, a label. A program of its own, as the tests stay without
torch.
"""

import json
import sys
from pathlib import Path

import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import LayoutLMConfig, LayoutLMForTokenClassification, PreTrainedTokenizerFast

from annoeval.predictors.token_labels import separated

LABELS = ["other", "title", "abstract"]
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[BLK]"]
STEPS = 300


def main(folder: str) -> None:
    pages = json.load(sys.stdin)
    words = sorted({w.lower() for page in pages for w in page["words"]})
    vocabulary = {w: i for i, w in enumerate([*SPECIAL, *words])}
    inner = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    inner.normalizer = normalizers.Lowercase()
    inner.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    inner.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=inner,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        additional_special_tokens=["[BLK]"],
        model_max_length=32,
    )
    torch.manual_seed(0)
    model = LayoutLMForTokenClassification(
        LayoutLMConfig(
            vocab_size=len(vocabulary),
            hidden_size=32,
            num_hidden_layers=1,
            num_attention_heads=2,
            intermediate_size=64,
            max_position_embeddings=512,
            hidden_dropout_prob=0.0,
            attention_probs_dropout_prob=0.0,
            id2label=dict(enumerate(LABELS)),
            label2id={n: i for i, n in enumerate(LABELS)},
        )
    )
    inputs = []
    for page in pages:
        text, boxes, places = separated(page, "blocks", "[BLK]")
        wanted = torch.full((1, len(text)), -100)
        for place, label in zip(places, page["labels"], strict=True):
            wanted[0, place] = LABELS.index(label)
        ids = tokenizer(
            text, is_split_into_words=True, add_special_tokens=False, return_tensors="pt", model_max_length=512
        )
        inputs.append({"input_ids": ids["input_ids"], "bbox": torch.tensor([boxes]), "labels": wanted})
    learner = torch.optim.Adam(model.parameters(), lr=0.003)
    for _ in range(STEPS):
        right = True
        for given in inputs:
            said = model(**given)
            said.loss.backward()
            known = given["labels"] != -100
            right &= bool((said.logits.argmax(-1)[known] == given["labels"][known]).all()) and said.loss.item() < 0.02
            learner.step()
            learner.zero_grad()
        if right:
            break
    else:
        sys.exit("the model did not learn the pages")
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    config = Path(folder) / "config.json"
    own = json.loads(config.read_text()) | {"vila_preprocessor_config": {"agg_level": "block"}}
    config.write_text(json.dumps(own))


if __name__ == "__main__":
    main(sys.argv[1])
