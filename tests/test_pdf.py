"""A PDF's words with their places; a file that is none, or is locked, is said."""

import io
import threading

import pypdfium2
import pytest
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from annoeval.pdf import Pdf, PdfError


def drawn(*pages, **options):
    """A PDF whose pages hold texts (left, baseline from the bottom, size, text)."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(600, 800), **options)
    for page in pages:
        for left, bottom, size, text in page:
            canvas.setFont("Helvetica", size)
            canvas.drawString(left, bottom, text)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def words(data, number=0):
    with Pdf(data) as pdf:
        return pdf.page(number).words


def test_a_word_stands_where_it_is_printed_seen_from_the_upper_left():
    (word,) = words(drawn([(100, 700, 10, "owl")]))
    left, top, right, bottom = word.box
    assert left == pytest.approx(100, abs=0.5)
    assert right - left == pytest.approx(
        15.0, abs=1
    )  # o, w, l of Helvetica are 556 + 722 + 222 thousandths of 10 points
    assert top < 100 < bottom < 104


def test_lines_that_follow_each_other_are_a_block():
    found = words(
        drawn([(100, 700, 10, "one two"), (100, 688, 10, "three"), (100, 640, 10, "four"), (100, 625, 16, "five")])
    )
    assert [(w.text, w.line, w.block) for w in found] == [
        ("one", 0, 0),
        ("two", 0, 0),
        ("three", 1, 0),
        ("four", 2, 1),
        ("five", 3, 2),
    ]


def test_a_hyphen_at_a_lines_end_ends_the_word():
    found = words(drawn([(100, 700, 10, "the infor-"), (100, 688, 10, "mation of state-of-the-art")]))
    assert [(w.text, w.line) for w in found][:3] == [("the", 0), ("infor-", 0), ("mation", 1)]
    assert found[-1].text == "state-of-the-art"


def test_a_turned_page_is_seen_as_it_is_shown():
    out = io.BytesIO()
    with pypdfium2.PdfDocument(drawn([(100, 700, 12, "owl")])) as upright:
        upright[0].set_rotation(90)
        upright.save(out)
    with Pdf(out.getvalue()) as pdf:
        page = pdf.page(0)
    assert (page.width, page.height) == (800, 600)
    left, top, right, bottom = page.words[0].box
    assert 695 < left < right < 715  # what was its height
    assert top == pytest.approx(100, abs=0.5)
    assert bottom > top


def test_a_page_of_pictures_has_no_words():
    assert words(drawn([])) == ()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"no pdf at all", "is no PDF, or a damaged one"),
        (drawn([(100, 700, 10, "owl")], encrypt=StandardEncryption("secret")), "locked by a password"),
    ],
)
def test_a_file_that_cannot_be_used_is_said(data, why):
    with pytest.raises(PdfError, match=f"my.pdf .*{why}"):
        Pdf(data, "my.pdf")


def test_an_absent_file_is_said(tmp_path):
    with pytest.raises(PdfError, match=r"gone\.pdf can't be opened: No such file"):
        Pdf(tmp_path / "gone.pdf")


def test_many_threads_read_at_once():
    data = drawn(*([(50, 750 - 12 * i, 10, f"page {n} line {i}") for i in range(20)] for n in range(4)))
    expected = [words(data, n) for n in range(4)]
    wrong = []

    def reads(n):
        for _ in range(10):
            if words(data, n) != expected[n]:
                wrong.append(n)

    threads = [threading.Thread(target=reads, args=(n % 4,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert len(expected[3]) == 80
