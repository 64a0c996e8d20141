"""A model as the judge of figures and tables: it sees the page, or it says why it could not."""

import pandas as pd
import pytest

from annoeval import prescoring
from annoeval.prescoring import ai_ratings
from annoeval.problem import AnnoevalError
from annoeval.protocols import Means
from annoeval.protocols.figures.papers import Papers
from annoeval.reading.attached import of_bytes
from annoeval.scoring.account import account
from annoeval.scoring.judge_terms import Settings
from tests.protocols.test_figures_scored import CAPTIONS, MARKDOWN, paper, study
from tests.scoring.drawn_papers import Drawn
from tests.scoring.test_judge import server  # noqa: F401


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("ANNOEVAL_HOME", str(tmp_path))


def means(server, **more):  # noqa: F811
    return Means(paper().files, settings={"judge": Settings(server.url, "eye", per_minute=1e6, **more)})


def rows():
    return study(("figure", CAPTIONS[0]), ("figure", CAPTIONS[1]), ("table", MARKDOWN))


def test_the_judge_sees_the_page_of_the_caption_and_both_texts(server):  # noqa: F811
    made = ai_ratings(rows(), "judge", means(server))
    scored = made[made["value"].notna()]
    assert len(scored) == 5  # caption and description of two figures, one table
    assert set(scored["value"]) == {2}
    assert set(scored["confidence"]) == {0.9}
    assert set(scored["note"]) == {"It shows what is said."}
    asked = [a["messages"][0]["content"] for a in server.asked]
    words, image = next(a for a in asked if CAPTIONS[0] in a[0]["text"] and "the caption alone" in a[0]["text"])
    assert CAPTIONS[0] in words["text"]
    assert "A chart." in words["text"]
    assert "Rated is the caption alone" in words["text"]
    assert image["image_url"]["url"].startswith("data:image/jpeg;base64,")
    told = account(scored["response"].iloc[0])
    assert told.cut.startswith("Rate how accurately")
    assert "2: Faithful" in told.against
    assert (told.compared, told.page) == ("caption against Figure 1 on this page of the paper, by eye", 1)


def test_a_figure_found_nowhere_is_not_shown_to_the_judge(server):  # noqa: F811
    made = ai_ratings(study(("figure", "Sales of ice cream by weekday.")), "judge", means(server))
    assert made["value"].isna().all()
    assert not server.asked
    assert made["note"].str.contains("its place in the paper is not known").all()


def test_what_was_paid_for_is_not_asked_again_and_the_budget_says_so(server):  # noqa: F811
    before = prescoring.budget(rows(), "judge", means(server, price_in=2.0))
    assert (before.cases, before.remembered) == (5, 0)
    assert before.dollars > 0
    assert before.sentence.startswith("5 questions: about ")
    ai_ratings(rows(), "judge", means(server))
    n = len(server.asked)
    again = ai_ratings(rows(), "judge", means(server))
    assert len(server.asked) == n
    assert again["value"].notna().sum() == 5
    after = prescoring.budget(rows(), "judge", means(server))
    assert after.sentence == "5 questions, all answered before: nothing is asked."


def test_a_break_keeps_the_answers_that_were_given(server):  # noqa: F811
    def stop(done, of):
        if done == 2:
            raise KeyboardInterrupt

    asked = Means(
        paper().files, settings={"judge": Settings(server.url, "eye", per_minute=1e6, parallel=1)}, progress=stop
    )
    with pytest.raises(KeyboardInterrupt):
        ai_ratings(rows(), "judge", asked)
    kept = prescoring.budget(rows(), "judge", means(server)).remembered
    assert kept >= 2
    n = len(server.asked)
    ai_ratings(rows(), "judge", means(server))
    assert len(server.asked) - n == 5 - kept


def test_a_second_scorer_stands_beside_the_recommended_one(server):  # noqa: F811
    both = prescoring.prescore(prescoring.prescore(rows(), means=paper()), "judge", means(server))
    assert both.headline == "recommended"
    assert set(both.of_kind("ai")) == {"recommended", "judge"}
    mine = both.ratings[both.ratings["rater"] == "recommended"]
    assert mine["value"].notna().sum() == 3


def test_without_an_address_the_judge_says_what_it_needs():
    with pytest.raises(AnnoevalError, match="address of an API"):
        ai_ratings(rows(), "judge", paper())


def test_the_command_line_shows_the_budget_and_writes_no_key(server, tmp_path, monkeypatch, capsys):  # noqa: F811
    from annoeval.__main__ import main

    monkeypatch.setenv("ANNOEVAL_JUDGE_KEY", "secret-key")
    pdf = tmp_path / "waders.pdf"
    pdf.write_bytes(paper().files["papers/Waders.PDF"])
    source, out = tmp_path / "f.csv", tmp_path / "out.csv"
    source.write_text(f"pdf,type,element_id,caption,vlm_description\nwaders.pdf,figure,e1,{CAPTIONS[0]},A chart.\n")
    asked = ["--scorer", "judge", "--judge-url", server.url, "--judge-model", "eye", "--judge-price", "2", "8"]
    words = ["prescore", str(source), "-o", str(out), "--evidence", str(pdf), *asked]
    assert main([*words, "--judge-cost"]) == 0
    assert "Budget: 2 questions: about" in capsys.readouterr().err
    assert not out.exists()
    assert not server.asked
    assert main(words) == 0
    assert list(pd.read_csv(out)["vlm_score_ai"]) == [2]
    assert server.headers[0]["Authorization"] == "Bearer secret-key"
    kept = [f for f in tmp_path.rglob("*") if f.is_file() and b"secret-key" in f.read_bytes()]
    assert not kept
    assert "secret-key" not in capsys.readouterr().err


def test_no_more_than_a_few_page_images_are_in_memory():
    drawn = Drawn()
    for n in range(12):
        drawn.lines(60, 100, f"Figure {n + 1}: {CAPTIONS[0]}").page()
    files = of_bytes([("waders.pdf", drawn.data())])
    papers = Papers(study(("figure", CAPTIONS[0])).items, files)
    images = [papers.image("waders", n) for n in range(1, 13)]
    assert len(set(images)) == 12
    assert len(papers._images) <= 8
    assert papers.image("waders", 1) == images[0]
