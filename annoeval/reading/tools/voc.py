"""Pascal VOC: one XML file an image."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import PurePosixPath
from xml.etree.ElementTree import Element

from annoeval.problem import Problem
from annoeval.reading.annotations import Gathering
from annoeval.reading.table import Reading
from annoeval.reading.tool import Source, Tool


def is_voc(root: Element) -> bool:
    """An `annotation` element with objects or a size."""
    return root.tag == "annotation" and (root.find("object") is not None or root.find("size") is not None)


def read_voc(root: Element, source: Source) -> Reading:
    """A Reading of one image's objects: boxes in pixels as the file counts them, other fields as attributes."""
    g = Gathering(source, "Pascal VOC", "voc")
    file = source.file
    name = (root.findtext("filename") or "").strip() or PurePosixPath(file).stem
    g.item(name, {k: (root.findtext(f"size/{k}") or "").strip() or None for k in ("width", "height")})
    parent = str(PurePosixPath(file.replace(" › ", "/")).parent)
    submission = replace(source, file=parent).rater("submission")
    g.submission(submission)
    for ordinal, element in enumerate(root.findall("object"), 1):
        label = (element.findtext("name") or "").strip() or None
        attributes = {
            k: (element.findtext(k) or "").strip()
            for k in ("pose", "truncated", "difficult", "occluded")
            if element.findtext(k)
        }
        for given in element.findall("attributes/attribute"):
            attributes[(given.findtext("name") or "").strip()] = (given.findtext("value") or "").strip()
        if element.find("part") is not None:
            g.unread["parts of objects"] += len(element.findall("part"))
        box = element.find("bndbox")
        try:
            corners = tuple(float(box.findtext(k) or "") for k in ("xmin", "ymin", "xmax", "ymax"))  # type: ignore[union-attr]
        except (AttributeError, ValueError):
            corners = ()
        if len(corners) != 4 or not all(map(math.isfinite, corners)):
            what = "a drawn object without usable coordinates"
            g.problems.append(Problem(what, "left out", file, ordinal, value=label))
            continue
        score = element.findtext("confidence") or element.findtext("score")
        confidence = float(score) if score and score.replace(".", "", 1).isdigit() else None
        g.shape(name, submission, str(ordinal), label, "box", corners, attributes, confidence)
    return g.reading()


VOC = Tool("Pascal VOC", "xml", is_voc, read_voc)
