"""Headers of papers as GROBID writes them."""

import pandas as pd
import pytest

from annoeval.reading import ReadError, read

DOCUMENT = (
    '<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt>{title}</titleStmt>'
    "<sourceDesc><biblStruct><analytic><title>From the source</title></analytic></biblStruct></sourceDesc></fileDesc>"
    "<profileDesc>{abstract}</profileDesc></teiHeader></TEI>"
)


def of(title="<title>T</title>", abstract="<abstract><p>A</p></abstract>"):
    frame = read(DOCUMENT.format(title=title, abstract=abstract).encode(), "x.xml", {}).tables[0].frame
    return {c: None if pd.isna(frame[c].iloc[0]) else frame[c].iloc[0] for c in ("title", "abstract")}


def test_title_and_abstract():
    assert of() == {"title": "T", "abstract": "A"}


def test_a_title_without_text_or_node_is_missing_whatever_the_source_says():
    assert of(title="<title/>")["title"] is None
    assert of(title="")["title"] is None


@pytest.mark.parametrize("abstract", ["", "<abstract/>", "<abstract> \n </abstract>", "<abstract><p/></abstract>"])
def test_an_abstract_without_text_or_node_is_missing(abstract):
    assert of(abstract=abstract)["abstract"] is None


def test_paragraphs_are_joined_by_one_line_break_and_markup_inside_is_text():
    abstract = "<abstract><div><p>One <hi>bold</hi>\n word.</p><p>Two.</p></div></abstract>"
    assert of(abstract=abstract)["abstract"] == "One bold word.\nTwo."


def test_a_file_becomes_one_row_named_by_the_file():
    reading = read(DOCUMENT.format(title="<title>T</title>", abstract="").encode(), "10.1_x.tei.xml", {})
    assert reading.format == "tei"
    assert reading.tables[0].frame["id"].tolist() == ["10.1_x"]
    assert [p.column for p in reading.problems] == ["abstract"]


def test_broken_xml_and_entities_are_refused_in_words():
    with pytest.raises(ReadError, match="damaged XML"):
        read(b'<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader>', "x.xml", {})
    with pytest.raises(ReadError, match="entities"):
        read(b'<!DOCTYPE TEI [<!ENTITY a "b">]><TEI>&a;</TEI>', "x.xml", {})
