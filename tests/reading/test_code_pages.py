"""Text tables that are no Unicode: the code page is told from the bytes, and said."""

from __future__ import annotations

import pytest

from annoeval import load
from annoeval.reading import read
from annoeval.reading.code_pages import code_page

CHINESE = "编号,标注者,标签\n1,张三,好\n1,李四,坏\n2,张三,好\n2,李四,好\n"
TRADITIONAL = "編號,標註者,標籤\n1,王小明,正面\n1,陳大文,負面\n2,王小明,正面\n2,陳大文,中立\n"
JAPANESE = "番号,評価者,ラベル\n1,たなか,はい\n1,すずき,いいえ\n2,たなか,はい\n2,すずき,はい\n"
KOREAN = "번호,평가자,라벨\n1,김철수,예\n1,이영희,아니오\n2,김철수,예\n2,이영희,예\n"
RUSSIAN = "Номер,Разметчик,Метка\n1,Иван,да\n1,Анна,нет\n2,Иван,да\n2,Анна,да\n"


@pytest.mark.parametrize(
    ("text", "codec", "title"),
    [
        (CHINESE, "gbk", "GB 18030"),
        (TRADITIONAL, "big5", "Big5"),
        (JAPANESE, "cp932", "Shift JIS"),
        (JAPANESE, "euc_jp", "EUC-JP"),
        (KOREAN, "cp949", "EUC-KR"),
        (RUSSIAN, "cp1251", "Windows-1251"),
    ],
)
def test_a_table_in_the_code_page_of_its_country_opens_as_it_was_written(text, codec, title):
    study = load(("t.csv", text.encode(codec)))
    rows = [line.split(",") for line in text.splitlines()[1:]]
    assert study.ratings[["item_id", "rater", "value"]].to_numpy().tolist() == rows
    assert any(p.problem == "the file is not UTF-8" and title in p.action for p in study.problems)


@pytest.mark.parametrize(
    "text",
    [
        "id,rater,label\n1,Zoë,Größe über maß\n2,José,naïve café “ö”…\n",
        "id,rater,label\n1,A,€5 – “high”…\n2,B,½ × ¼ · §§\n",
        "id,rater,label\n1,Åsa,ÄÖÜ\n2,Øyvind,blåbærsyltetøy\n",
        "id;note\n1;élève évalué à l’école, où naïveté…\n2;ça\n",
    ],
)
def test_west_european_text_stays_windows_1252(text):
    data = text.encode("cp1252")
    assert code_page(data) is None
    assert read(data, "t.csv").facts["encoding"] == "Windows-1252"


@pytest.mark.parametrize("text", [CHINESE, JAPANESE, KOREAN, RUSSIAN])
def test_unicode_with_a_damaged_byte_is_taken_for_no_code_page(text):
    data = text.encode() + b"3,\xe9,x\n"
    assert code_page(data) is None
    assert read(data, "t.csv").facts["encoding"] == "UTF-8"
