"""Annotate: the team designs a study and sends links; an annotator's page knows the images and the own answers only."""

import base64
import json

import pytest

from annoeval.review.annotating import answer, answered, progress, work_of
from annoeval.review.annotators import annotators_of, consent, end_practice, invite, withdraw
from annoeval.review.design import Design, design_of, keep

LIST = "id,idiom\n" + "".join(f"{i},idiom number {i} of all\n" for i in range(3, 15))
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


@pytest.fixture(autouse=True)
def someone(monkeypatch):
    monkeypatch.setattr("annoeval.ui.state.person", lambda: "Ana")


@pytest.fixture
def begun(store):
    pictures = [(f"{i}.png", PNG) for i in range(3, 15)] + [("break_a_leg.png", PNG), ("piece_of_cake.png", PNG)]
    id = store.add_study([("sampled_idioms.csv", LIST.encode()), *pictures])
    keep(store, id, Design(title="Idioms", practice=("break a leg", "piece of cake", "crocodile tears")), "Ana")
    return id


def ready(store, id, name=""):
    who = invite(store, id, name)
    consent(store, who, {"proficiency": "Native"})
    end_practice(store, who)
    return next(a for a in annotators_of(store, id) if a.token == who.token)


def sent(screen):
    """All that the annotator's browser is given with the page."""
    return json.dumps([str(e.proto) for block in (screen.app.main, screen.app.sidebar) for e in block]) + "".join(
        c.proto.json for c in screen.app.get("bidi_component")
    )


def test_a_list_opens_for_its_design_and_saving_it_lets_people_be_invited(visit, add, store):
    id = add(LIST, "sampled_idioms.csv")
    page = visit("annotate", study=id).sound()
    assert "12 items to annotate" in page.answer
    page.press("Save the design").sound()
    assert design_of(store, id).practice[0] == "raining cats and dogs"
    page.press("Invite").sound()
    assert [a.name for a in annotators_of(store, id)] == ["A1"]
    assert annotators_of(store, id)[0].token in page.app.code[0].value


def test_an_annotator_reads_agrees_practises_and_sees_no_other_page(visit, store, begun):
    who = invite(store, begun)
    page = visit("annotate", a=who.token).sound()
    assert "Type the idiom that you think the image shows" in page.words
    page.press("Continue").sound()
    assert "Compensation" in page.words
    page.press("Agree and go on")
    assert "tick every box" in page.app.error[0].value
    page.app.selectbox[0].select("Native")
    for box in page.app.checkbox:
        box.check()
    page.press("Agree and go on").sound()
    assert len(json.loads(page.app.get("bidi_component")[0].proto.json)["images"]) == 2
    assert not page.app.sidebar.children


def test_nothing_that_others_know_reaches_the_annotators_browser(visit, store, begun):
    other, mine = ready(store, begun), ready(store, begun)
    for shown in work_of(store, other).task:
        answer(store, work_of(store, other), shown.name, f"secret of {shown.id}", f"t{shown.id}")
    answer(store, work_of(store, mine), "5.png", "my words", "mine")
    page = visit("annotate", a=mine.token).sound()
    told = sent(page)
    assert "my words" in told
    assert "secret" not in told
    assert "idiom number" not in told
    assert "break a leg" not in told
    assert begun not in told
    assert other.token not in told


def test_withdrawn_answers_leave_every_figure_and_the_count_stays(visit, store, begun):
    other, gone = ready(store, begun), ready(store, begun)
    for who in (other, gone):
        answer(store, work_of(store, who), "5.png", "words", who.name)
    withdraw(store, gone)
    assert set(store.study(begun).ratings["rater"]) == {"A1"}
    assert list(progress(store, begun)["state"]) == ["under way", "withdrew"]
    assert "have withdrawn" in visit("annotate", a=gone.token).words
    assert "1 annotator withdrew" in visit("annotate", study=begun).answer


def test_a_link_of_nobody_says_so(visit):
    assert "belongs to no one" in visit("annotate", a="x").answer


def test_who_has_answered_all_is_asked_the_last_question(visit, store, begun):
    who = ready(store, begun)
    for shown in work_of(store, who).task:
        answer(store, work_of(store, who), shown.name, "words", shown.id)
    page = visit("annotate", a=who.token)
    page.app.session_state["_finished"] = True
    page.settle().sound()
    assert "All 12 images are answered" in page.answer
    assert len(answered(store, work_of(store, who))) == 12


def test_a_study_that_the_rule_judged_has_its_agreement_and_downloads(visit, store, begun):
    for who in (ready(store, begun), ready(store, begun)):
        for shown in work_of(store, who).task:
            right = who.name == "A1" or int(shown.id) % 2
            words = f"idiom number {shown.id} of all" if right else "no idea"
            answer(store, work_of(store, who), shown.name, words, f"{who.name} {shown.id}")
    said = "On what the rule finds right, annotators agree with Cohen's κ"  # of two annotators it is Cohen's
    assert said in visit("agreement", study=begun).sound().words
    page = visit("annotate", study=begun).sound()
    assert [b.label for b in page.app.get("download_button")][-3:] == [
        "Study folder",
        "Results section, Markdown",
        "Results section, LaTeX",
    ]


def test_an_example_image_stands_beside_each_outcome(visit, store):
    rows = "".join(
        f"{i},break a leg,{who},{'break a leg' if right else 'no'},{int(right)}\n"
        for i, (people, model) in enumerate([(1, 1), (1, 0), (0, 1), (0, 0)])
        for who, right in (("A1", people), ("A2", people), ("model-x", model))
    )
    table = "image_id,target_idiom,annotator_id,response_raw,is_correct\n" + rows
    id = store.add_study([("raw.csv", table.encode()), *((f"{i}.png", PNG) for i in range(4))])
    page = visit("agreement", study=id).sound()
    assert "People right, model wrong · 1 image" in page.words
    assert sum(e.type == "image" for e in page.app.main) == 4
