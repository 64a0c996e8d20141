"""Which images of several files are the same: by their names, never by their numbers."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import unquote

from annoeval.problem import Problem
from annoeval.words import listed

PROPOSED, BY_NAME, AS_NAMED = HOW = "proposed", "by name", "as named"
_CODE = re.compile(r"^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[0-9a-f]{8})[-_](?=.)", re.IGNORECASE)
_COPY = re.compile(r"_(?:png|jpe?g|bmp|webp)\.rf\.[0-9a-f]{20,}$", re.IGNORECASE)
_ENDING = re.compile(r"\.(?:png|jpe?g|gif|bmp|webp|tiff?)$", re.IGNORECASE)
_ODD = re.compile(r"[^-\w.]")
_DEEPEST = 4  # folders that are looked at to tell images of one name apart


def bare_name(image: str, coded: bool = False, depth: int = 1) -> str:
    """An image's name without folder, ending of a picture and the code that uploading puts before or after it.

    coded: whether all names beside it have such a code, so that eight digits are one and no date.
    depth: how many names of its path count: its own, and `depth` − 1 folders.
    """
    path = unicodedata.normalize("NFC", image)
    if "://" in path or "?" in path:
        path = unquote(path.split("?d=")[-1].split("?")[0])
    *folders, name = [p for p in path.replace("\\", "/").split("/") if p not in ("", ".")] or [path]
    name = _COPY.sub("", _ENDING.sub("", name))
    code = _CODE.match(name)
    if code is not None and (coded or not code[1].isdecimal()):
        name = name[code.end() :]
    kept = folders[len(folders) - depth + 1 :] if 1 < depth <= len(folders) + 1 else []
    # an upload's name has _ for spaces, and no signs
    return "/".join(_ODD.sub("", p.replace(" ", "_")) or p for p in (*kept, name)).casefold()


def _coded(names: Iterable[str]) -> bool:
    """Whether all of these names begin with a code."""
    codes = [_CODE.match(re.split(r"[/\\]", n)[-1]) for n in names]
    return all(codes) and any(c is not None and not c[1].isdecimal() for c in codes)


def joined_images(held: Mapping[str, Sequence[str]], how: str, problems: list[Problem]) -> dict[str, str]:
    """Each image's name → the name that it has in the study. held: submission → the images that its files name.
    how: `AS_NAMED`, or `BY_NAME`, which is also what is `PROPOSED` until people say so.

    Names that differ only in folder, ending or upload code are one image, unless a submission has two of them; then
    their folders tell them apart, as far as both sides have any.
    """
    owners: dict[str, set[str]] = {}
    for who, images in held.items():
        for image in images:
            owners.setdefault(image, set()).add(who)
    if how == AS_NAMED:
        return {n: n for n in owners}
    coded = {n for images in held.values() if _coded(images) for n in images}
    found: dict[str, str] = {}
    waiting = [list(owners)]
    for depth in range(1, _DEEPEST + 1):
        groups: dict[tuple[int, str], list[str]] = {}
        for number, some in enumerate(waiting):
            for name in some:
                groups.setdefault((number, bare_name(name, name in coded, depth)), []).append(name)
        waiting = []
        for same in groups.values():
            if len(same) > 1 and _clash(same, owners):
                waiting.append(same)
            else:
                found.update(dict.fromkeys(same, same[0]))
    found.update({n: n for same in waiting for n in same})
    merged = also_called(found)
    if merged and how == PROPOSED:
        image, others = next(iter(merged.items()))
        what = "images whose names differ in folder, ending or upload code only"
        problems.append(Problem(what, "taken as the same image", value=f"{others} = {image}", count=len(merged)))
    if waiting:
        what = "images of one submission whose names differ in folder, ending or upload code only"
        problems.append(Problem(what, "kept apart", value=listed(waiting[0], 3), count=len(waiting)))
    return found


def _clash(names: Iterable[str], owners: Mapping[str, set[str]]) -> bool:
    """Whether someone has two of these images."""
    return max(Counter(who for n in names for who in owners.get(n, ())).values(), default=0) > 1


def also_called(names: Mapping[str, str]) -> dict[str, str]:
    """The other names of each image that is called differently in some file."""
    others: dict[str, list[str]] = {}
    for written, name in names.items():
        if written != name:
            others.setdefault(name, []).append(written)
    return {name: "; ".join(written) for name, written in others.items()}
