"""Confidence: scores against automatic metrics of papers, also in a study without any confidence."""

from __future__ import annotations

ROWS = "pdf,domain,type,element_id,caption,vlm_description,content,caption_score\n" + "".join(
    f"p{n}.pdf,D{n % 2},figure,f{n},Caption {n},A plot,,{n % 3}\n" for n in range(6)
)
WER = "pdf,baseline,WER\n" + "".join(f"p{n}.pdf,{b},{n / 10 + k}\n" for n in range(6) for k, b in enumerate("ab"))


def test_a_study_with_metrics_shows_them_against_scores(visit, store):
    id = store.add_study([("rows.csv", ROWS.encode()), ("wer.csv", WER.encode())])
    screen = visit("confidence", study=id).sound()
    assert "Mean caption score by paper against WER (a)" in screen.words
    assert "6 papers" in screen.words
    assert "a single one may turn it" in screen.words
    assert len(screen.app.get("plotly_chart")) == 1


def test_metrics_without_any_score_wait_for_scores(visit, store):
    bare = "\n".join(line.rsplit(",", 1)[0] for line in ROWS.splitlines())
    id = store.add_study([("rows.csv", bare.encode()), ("wer.csv", WER.encode())])
    assert "This page needs scores" in visit("confidence", study=id).sound().words
