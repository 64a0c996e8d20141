"""Text that was decoded wrongly once or twice is flagged, of whatever letters, and put right when asked."""

from __future__ import annotations

import io

import pytest
import xlsxwriter

from annoeval import load
from annoeval.reading import read
from annoeval.reading.mending import DECODED_WRONGLY
from annoeval.tables.repairs import applied, repairs_for, undone

TEXTS = [
    "café, naïve",
    "€5 or £4",
    "good 👍 idea 🎉",
    "日本語のラベル",
    "안녕하세요",
    "Привет, мир",
    "“quoted” – so…",
    "Ωραία μέρα",
]


def wrong(text: str, times: int = 1, codec: str = "latin-1") -> str:
    for _ in range(times):
        text = text.encode().decode(codec, "strict" if codec == "latin-1" else "ignore")
    return text


def as_windows(text: str) -> str:
    """UTF-8 read as browsers read Windows-1252: the five bytes without a letter stand for themselves."""
    return "".join(bytes([b]).decode("cp1252", "ignore") or chr(b) for b in text.encode())


def csv(*texts: str) -> bytes:
    return "\n".join(["id\trater\tlabel\ttext", *(f"i{n}\tA\tx\t{t}" for n, t in enumerate(texts))]).encode()


def flagged(reading):
    return [p for p in reading.problems if p.problem == DECODED_WRONGLY]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("how", [wrong, as_windows, lambda t: wrong(t, 2), lambda t: as_windows(as_windows(t))])
def test_text_decoded_wrongly_is_flagged_and_repaired(text, how):
    [problem] = flagged(read(csv("plain", how(text)), "t.tsv"))
    assert (problem.column, problem.row, problem.count) == ("text", 3, 1)
    mended = read(csv("plain", how(text)), "t.tsv", {"mojibake": "repair"})
    assert mended.tables[0].frame["text"].tolist() == ["plain", text]


def test_text_of_a_russian_windows_is_flagged():
    assert flagged(read(csv("РџСЂРёРІРµС‚"), "t.tsv"))


@pytest.mark.parametrize(
    "text",
    [*TEXTS, "voilà\u00a0»", "São Paulo — ok", "MÃE", "Ça va", "5 € – 10 €", "ÀÉ", "РСФСР", "№ 5 «Союз»", "√2 ≈ 1.41"],
)
def test_text_that_is_right_is_left_alone(text):
    assert not flagged(read(csv(text), "t.tsv"))
    assert read(csv(text), "t.tsv", {"mojibake": "repair"}).tables[0].frame["text"].tolist() == [text]


def test_a_workbook_is_looked_through_too():
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as workbook:
        sheet = workbook.add_worksheet("s")
        for r, row in enumerate([["id", "text"], ["1", wrong("café")], ["2", "x"]]):
            sheet.write_row(r, 0, row)
    assert flagged(read(out.getvalue(), "t.xlsx"))
    assert read(out.getvalue(), "t.xlsx", {"mojibake": "repair"}).tables[0].frame["text"].tolist() == ["café", "x"]


def test_the_repair_is_offered_with_its_effect_and_can_be_undone():
    files = ("t.tsv", csv(wrong("gut 👍"), "x"))
    study = load(files, protocol="ratings")
    [repair] = [r for r in repairs_for(study) if "reading" in r.option]
    assert "“gut 👍”" in repair.effect
    assert repair.changes == 1
    chosen = applied(study.options, repair)
    better = load(files, protocol="ratings", options=chosen)
    assert better.items["text"].tolist() == ["gut 👍", "x"]
    assert not [r for r in repairs_for(better) if "reading" in r.option]
    assert undone(better.options) == ("put wrongly decoded text right", {"reading": {}})


def test_dates_that_are_asked_about_are_offered_as_two_repairs():
    rows = b"item_id,rater,label,time\ni1,A,x,03/04/2026\ni1,B,x,05/04/2026\n"
    study = load(("d.csv", rows), protocol="ratings")
    assert study.ratings["time"].isna().all()
    day, month = [r for r in repairs_for(study) if "dates" in r.option]
    read_by_day = load(("d.csv", rows), protocol="ratings", options=applied(study.options, day))
    assert read_by_day.ratings["time"].dt.month.tolist() == [4, 4]
    assert load(("d.csv", rows), protocol="ratings", options=applied({}, month)).ratings["time"].dt.day.tolist() == [
        4,
        4,
    ]
    assert undone(read_by_day.options) == ("order of dates", {"dates": None})
