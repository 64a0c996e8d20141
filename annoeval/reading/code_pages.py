"""Which code page a text that is no Unicode was written in, where its bytes tell: of Russian or an Asian language."""

from __future__ import annotations

import codecs
import re

_RUN = re.compile(rb"[\x80-\xff]+")
_HEAD = 65_536
_FEWEST = 4  # bytes beyond ASCII; of fewer anything could be said
_KANA, _HALF, _HANGUL, _HAN = (0x3041, 0x30FF), (0xFF61, 0xFF9F), (0xAC00, 0xD7A3), (0x4E00, 0x9FFF)


def code_page(data: bytes) -> tuple[str, str] | None:
    """The codec and its name, or None where a text may as well be a West European one.

    Letters beyond ASCII stand alone in West European text, and beside each other in these. Of the code pages in which
    all bytes have a meaning, that one is taken whose frequent letters the text is made of (of GB 2312 and Big5 the
    first level, which holds nine tenths of running text).
    """
    head = data[:_HEAD]
    runs = _RUN.findall(head)
    high = b"".join(runs)
    if len(high) < _FEWEST or sum(len(r) for r in runs if len(r) > 1) < 0.7 * len(high):
        return None
    if _is_cyrillic(runs, high):
        return "cp1251", "Windows-1251"
    for codec, title in (("euc_jp", "EUC-JP"), ("cp932", "Shift JIS")):
        text = _decoded(head, codec)
        if text and _share(text, _KANA) >= 0.2 and _share(text, _HALF) < 0.2:
            return codec, title
    text = _decoded(head, "cp932")
    first = [c.encode("cp932")[0] for c in text if c > "\x7f"]
    if text and min(high) < 0xA1 and _share(text, _HAN) >= 0.8 and _within(first, 0x88, 0x97) >= 0.7:
        return "cp932", "Shift JIS"  # a header of Chinese characters alone: of JIS the first level
    leads = [r[i] for r in runs for i in range(0, len(r) - 1, 2)]
    paired = all(len(r) % 2 == 0 and min(r) >= 0xA1 for r in runs)
    text = _decoded(head, "cp949")
    if text and paired and _share(text, _HANGUL) >= 0.9:
        return "cp949", "EUC-KR"
    text = _decoded(head, "gb18030")
    if text and paired and _share(text, _HAN) >= 0.8 and _within(leads, 0xB0, 0xD7) >= 0.7:
        return "gb18030", "GB 18030"
    text = _decoded(head, "big5")
    first = [c.encode("big5")[0] for c in text if c > "\x7f"]
    if text and _share(text, _HAN) >= 0.8 and _within(first, 0xA4, 0xC6) >= 0.7:
        return "big5", "Big5"
    return None


def _is_cyrillic(runs: list[bytes], high: bytes) -> bool:
    """Words of Cyrillic letters: long runs of them, capitals only at their beginning."""
    letters = sum(b >= 0xC0 or b in (0xA8, 0xB8) for b in high)
    if letters < 0.95 * len(high) or len(high) < 2.5 * len(runs):
        return False
    inside = [b for r in runs for b in r[1:]]
    return sum(b >= 0xE0 or b == 0xB8 for b in inside) >= 0.9 * len(inside)


def _decoded(head: bytes, codec: str) -> str:
    """The text, empty where a byte has no meaning; a letter that is cut off at the end does not count."""
    try:
        return codecs.getincrementaldecoder(codec)().decode(head, final=False)
    except UnicodeDecodeError:
        return ""


def _share(text: str, letters: tuple[int, int]) -> float:
    beyond = [ord(c) for c in text if c > "\x7f"]
    return sum(letters[0] <= c <= letters[1] for c in beyond) / max(1, len(beyond))


def _within(leads: list[int], low: int, high: int) -> float:
    return sum(low <= b <= high for b in leads) / max(1, len(leads))
