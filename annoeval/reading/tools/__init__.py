"""Formats that other programs write, one file each, and the list of them.

A further format is one file here and one entry in `TOOLS`: of those that look at the same thing (`Tool.of`), the first
that fits reads.
"""

from __future__ import annotations

from annoeval.reading.box_tables import BOXES
from annoeval.reading.tool import GENERIC, Tool, stem_of
from annoeval.reading.tools.argilla import ARGILLA, ARGILLA_TABLE
from annoeval.reading.tools.coco import COCO, COCO_RESULTS
from annoeval.reading.tools.cvat import CVAT
from annoeval.reading.tools.doccano import DOCCANO
from annoeval.reading.tools.label_studio import LABEL_STUDIO
from annoeval.reading.tools.label_studio_min import LABEL_STUDIO_CSV, LABEL_STUDIO_MIN
from annoeval.reading.tools.labelbox import LABELBOX, LABELBOX_CSV
from annoeval.reading.tools.labelme import LABELME
from annoeval.reading.tools.lm_eval import LM_EVAL
from annoeval.reading.tools.mechanical_turk import MECHANICAL_TURK
from annoeval.reading.tools.mt_bench import MT_BENCH_HUMAN, MT_BENCH_PAIR, MT_BENCH_SINGLE
from annoeval.reading.tools.plain_boxes import PLAIN_BOXES
from annoeval.reading.tools.potato import POTATO, POTATO_LINES
from annoeval.reading.tools.prodigy import PRODIGY
from annoeval.reading.tools.promptfoo import PROMPTFOO
from annoeval.reading.tools.spans import BRAT, CAS, WEBANNO
from annoeval.reading.tools.surveys import GOOGLE_FORMS, QUALTRICS, SURVEY_MONKEY
from annoeval.reading.tools.tei import TEI
from annoeval.reading.tools.toloka import TOLOKA
from annoeval.reading.tools.voc import VOC
from annoeval.reading.tools.yolo import YOLO

TOOLS: tuple[Tool, ...] = (
    LABEL_STUDIO,
    LABEL_STUDIO_MIN,
    LABEL_STUDIO_CSV,
    COCO,
    COCO_RESULTS,
    PLAIN_BOXES,
    LABELME,
    PRODIGY,
    POTATO,
    POTATO_LINES,
    ARGILLA,
    ARGILLA_TABLE,
    LABELBOX,
    LABELBOX_CSV,
    DOCCANO,
    PROMPTFOO,
    LM_EVAL,
    MT_BENCH_SINGLE,
    MT_BENCH_PAIR,
    MT_BENCH_HUMAN,
    CVAT,
    VOC,
    TEI,
    WEBANNO,
    BRAT,
    CAS,
    YOLO,
    MECHANICAL_TURK,
    TOLOKA,
    QUALTRICS,
    SURVEY_MONKEY,
    GOOGLE_FORMS,
    BOXES,
)
GENERIC_NAMES = GENERIC.union(*(tool.generic_names for tool in TOOLS))


def rater_from(name: str, fallback: str = "unnamed") -> str:
    """A rater's name from a file's: its stem, or the folder's where the stem is one that tools give."""
    return stem_of(name, GENERIC_NAMES) or fallback
