"""Pages on a server where links count: what a visitor sees, may press, and is told."""

import html
import re

import pytest
import streamlit as st

from annoeval.review.grants import give, given, shown
from annoeval.review.roles import Role
from annoeval.review.seal import account_of
from annoeval.ui import notices, share, state

FILE = "item_id,rater,label\n" + "".join(f"{n},Ana,x\n{n},Ben,{'xy'[n % 2]}\n" for n in range(1, 9))


@pytest.fixture
def links(store, monkeypatch):
    monkeypatch.setenv("ANNOEVAL_ACCESS", "links")
    monkeypatch.setattr(state, "person", lambda: "Eve")
    held = []
    monkeypatch.setattr(state, "FRESH", -1.0)
    monkeypatch.setattr(state.hosting, "links_held", lambda cookies: held)
    return held


def test_who_has_no_link_sees_no_study(links, add, visit):
    id = add(FILE)
    page = visit("scores", study=id).sound()
    assert "isn't here" in page.answer
    assert "Results" not in [s.label for s in page.app.selectbox]
    assert not visit().app.selectbox


def test_a_viewer_sees_and_is_told_that_it_ends_there(links, store, add, visit):
    id = add(FILE)
    links.append(shown(store, give(store, id, Role.VIEWER, "Ana")))
    page = visit("agreement", study=id).sound()
    assert "agree" in page.answer
    assert "Your link lets you look" in page.words
    page = visit("review", study=id)
    if page.card:
        page.send("answer", value=0)
    assert len(store.events(id)) == 1  # the grant itself


def test_a_link_that_ended_closes_the_page(links, store, add, visit):
    id = add(FILE)
    grant = give(store, id, Role.OWNER, "Ana")
    other = give(store, id, Role.OWNER, "Ana")
    links.append(shown(store, grant))
    page = visit("agreement", study=id).sound()
    assert "agree" in page.answer
    from annoeval.review.grants import take

    take(store, id, grant.id, "Ana")
    assert other.open
    assert "isn't here" in page.settle().answer


def test_an_owner_makes_and_ends_links(links, store, add, visit, monkeypatch):
    id = add(FILE)
    links.append(shown(store, give(store, id, Role.OWNER, "Ana")))
    monkeypatch.setattr("annoeval.ui.sidebar.share_button", share.contents)  # a dialog is no part of a test's page
    page = visit("agreement", study=id).sound()
    page.press("Make a link").sound()
    (code,) = [c.value for c in page.app.code]
    assert code.startswith("http://localhost:8501/open/")
    assert "page=agreement" in code
    assert "study=" not in code  # the token says which
    made = next(g for g in given(store, id) if g.role == Role.VIEWER)
    page.app.button(key=f"_end_{made.id}").click()
    page.settle()
    assert not next(g for g in given(store, id) if g.id == made.id).open


def test_an_open_server_says_that_it_is(store, add, visit, monkeypatch):
    monkeypatch.setenv("ANNOEVAL_ADDRESS", "https://annoeval.example.org")
    monkeypatch.setattr(state, "person", lambda: "Eve")
    monkeypatch.setattr("annoeval.ui.sidebar.share_button", share.contents)
    page = visit("agreement", study=add(FILE)).sound()
    assert "Open server" in page.words
    assert share.OPEN in page.words
    assert "study=" in page.app.code[0].value


def test_what_does_not_last_says_so_on_every_page(store, add, visit, monkeypatch):
    monkeypatch.setenv("ANNOEVAL_PASSING", "1")
    monkeypatch.setenv("ANNOEVAL_KEEP_DAYS", "30")
    monkeypatch.setattr(state, "person", lambda: "Eve")
    id = add(FILE)
    for name in ("", "scores", "review"):
        assert notices.PASSING in [w.value for w in visit(name, study=id).app.warning]
    assert "deleted 30 days after its last change" in visit().words


def test_urls_and_markdown_in_names_are_text(store, add, visit, monkeypatch):
    monkeypatch.setattr(state, "person", lambda: "Eve")
    bad = "[win](https://evil.example) <script>alert(1)</script> **b**"
    id = add(
        "item_id,rater,label\n" + "".join(f'"{bad} {n}",Ana,x\n"{bad} {n}",Ben,{"xy"[n % 2]}\n' for n in range(8)),
        name=bad,
    )
    for name in ("", "scores", "agreement", "review"):
        page = visit(name, study=id).sound()
        for element in (*page.app.markdown, *page.app.caption):
            assert "](https://evil.example)" not in element.value.replace("\\]\\(", "")
        for element in page.app.get("html"):
            assert "<script>alert" not in element.proto.body
    st.cache_data.clear()


def test_a_page_hands_its_account_on_to_the_papers_it_shows(links, store, add, visit, monkeypatch):
    from tests.scoring.drawn_papers import Drawn

    paper = Drawn().lines(60, 100, "Figure 1: Waders.").data()
    rows = "pdf,type,element_id,caption,vlm_description\n" + "".join(
        f"w.pdf,figure,e{n},Waders.,A chart.\n" for n in range(3)
    )
    id = store.add_study([("f.csv", rows.encode()), ("w.pdf", paper)])
    give(store, id, Role.REVIEWER, "Ana", account="ben@example.org")
    monkeypatch.setattr(state, "account", lambda: "ben@example.org")
    page = visit("review", study=id).sound()
    (drawn,) = [e.proto.body for e in page.app.get("html") if "<img src=" in e.proto.body]
    seal = html.unescape(re.findall(r'src="api/studies/[^"]*as=([^"&]+)"', drawn)[0])
    assert account_of(store.home, seal) == "ben@example.org"
