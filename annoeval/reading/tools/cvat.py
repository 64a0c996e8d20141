"""CVAT 1.1: images, video tracks, tags, and exports of a task, a job or a project."""

from __future__ import annotations

import math
from collections import Counter
from xml.etree.ElementTree import Element

from annoeval.problem import Problem
from annoeval.reading.annotations import Gathering
from annoeval.reading.table import Reading
from annoeval.reading.tool import Source, Tool

_UNREAD = {"mask": "masks", "skeleton": "skeletons", "cuboid": "cuboids"}
_DRAWN = ("box", "polygon", "polyline", "points", "ellipse")


def is_cvat(root: Element) -> bool:
    """An `annotations` element of images or tracks."""
    return root.tag == "annotations" and any(child.tag in ("image", "track", "version", "meta") for child in root)


def read_cvat(root: Element, source: Source) -> Reading:
    """A Reading of a CVAT file: drawn objects in pixels, tags of images as ratings of the dimension `tag`.

    The submission is named from the file or its folder, else by the assignee. An image's name that occurs in
    several subsets of a project is set apart by the subset's. Frames where a track is outside hold no object.
    """
    g = Gathering(source, "CVAT", "cvat")
    meta = root.find("meta")
    submission = source.rater(_person(meta) or "submission")
    g.submission(submission)
    _tags(g, meta)
    images = root.findall("image")
    many = {n for n, k in Counter(i.get("name") or "" for i in images).items() if k > 1}
    seen: Counter[str] = Counter()
    for ordinal, image in enumerate(images):
        name = image.get("name") or f"image {image.get('id') or ordinal}"
        if name in many:
            name = f"{image.get('subset') or 'task ' + (image.get('task_id') or '?')}/{name}"
        seen[name] += 1
        if seen[name] > 1:
            g.problems.append(Problem("an image that occurs again", "a second image of that name", g.file, value=name))
            name = f"{name}#{seen[name]}"
        g.item(name, {k: image.get(k) for k in ("width", "height", "subset") if image.get(k)})
        for n, element in enumerate(image, 1):
            if element.tag == "tag":
                _tag(g, name, submission, element)
            else:
                _shape(g, element, name, submission, f"{n}", element.get("label"))
    for track in root.findall("track"):
        _track(g, track, submission, meta)
    g.left_out("outside", "track frames marked as outside", "no object there")
    g.facts["version"] = root.findtext("version") or ""
    return g.reading()


def _person(meta: Element | None) -> str | None:
    if meta is None:
        return None
    for path in (".//assignee/username", ".//owner/username"):
        found = meta.findtext(path)
        if found:
            return found.strip()
    return None


def _tags(g: Gathering, meta: Element | None) -> None:
    labels = meta.findall(".//labels/label") if meta is not None else []
    for label in labels:
        given = [(a.findtext("name") or "").strip() for a in label.findall("attributes/attribute")]
        g.attributes[(label.findtext("name") or "").strip()] = tuple(filter(None, given))
    names = [(n.findtext("name") or "").strip() for n in labels if n.findtext("type") == "tag"]
    if names:
        g.labels("tag", names)


def _tag(g: Gathering, image: str, submission: str, element: Element) -> None:
    label = element.get("label") or ""
    g.counts["tags"] += 1
    g.collect(image, "tag", submission, label)
    for name, value in _attributes(element).items():
        g.collect(image, f"{label}: {name}", submission, value)


def _attributes(element: Element) -> dict[str, str]:
    return {a.get("name") or "": (a.text or "").strip() for a in element.findall("attribute")}


def _track(g: Gathering, track: Element, submission: str, meta: Element | None) -> None:
    source = (meta.findtext("source") if meta is not None else None) or track.get("source") or "video"
    size = {k: meta.findtext(f".//original_size/{k}") if meta is not None else None for k in ("width", "height")}
    for element in track:
        frame = element.get("frame") or "0"
        if element.get("outside") == "1":
            g.counts["outside"] += 1
            continue
        name = f"{source}, frame {frame}"
        g.item(name, {**size, "frame": frame})
        _shape(g, element, name, submission, f"track {track.get('id')}", track.get("label"))


def _shape(g: Gathering, element: Element, image: str, submission: str, identity: str, label: str | None) -> None:
    if element.tag not in _DRAWN:
        if element.tag != "attribute":
            g.unread[_UNREAD.get(element.tag, element.tag)] += 1
        return
    try:
        kind, coordinates = _coordinates(element)
    except (TypeError, ValueError):
        what = "a drawn object without usable coordinates"
        g.problems.append(Problem(what, "left out", g.file, column=image, value=f"{element.tag} {identity}"))
        return
    attributes = _attributes(element)
    if element.get("occluded") == "1":
        attributes["occluded"] = "true"
    if element.get("group_id"):
        attributes["group"] = element.get("group_id") or ""
    g.shape(image, submission, identity, label, kind, coordinates, attributes)


def _coordinates(element: Element) -> tuple[str, tuple[float, ...]]:
    """Pixels; a box's rotation is clockwise about its centre."""

    def number(key: str) -> float:
        value = float(element.get(key) or "")
        if not math.isfinite(value):
            raise ValueError(key)
        return value

    if element.tag == "box":
        x1, y1, x2, y2 = (number(k) for k in ("xtl", "ytl", "xbr", "ybr"))
        turn = float(element.get("rotation") or 0)
        if turn % 360 == 0:
            return "box", (x1, y1, x2, y2)
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        mx, my = (x1 + x2) / 2, (y1 + y2) / 2
        corners = ((x1, y1), (x2, y1), (x2, y2), (x1, y2))
        turned = ((mx + (x - mx) * c - (y - my) * s, my + (x - mx) * s + (y - my) * c) for x, y in corners)
        return "rotated box", tuple(round(v, 6) for p in turned for v in p)
    if element.tag == "ellipse":
        cx, cy, rx, ry = (number(k) for k in ("cx", "cy", "rx", "ry"))
        turn = float(element.get("rotation") or 0)
        return "ellipse", (cx, cy, rx, ry, turn) if turn % 360 else (cx, cy, rx, ry)
    points = [float(v) for pair in (element.get("points") or "").split(";") if pair.strip() for v in pair.split(",")]
    if not points or len(points) % 2 or not all(map(math.isfinite, points)):
        raise ValueError("points")
    return element.tag, tuple(points)


CVAT = Tool("CVAT", "xml", is_cvat, read_cvat)
