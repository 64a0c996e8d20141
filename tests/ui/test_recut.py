"""Beside the cuts of a scorer: what cuts set by hand would change, and cuts that people's own scores speak for."""

from __future__ import annotations

import html
import re

from streamlit.testing.v1 import AppTest


def screen(part: float) -> AppTest:
    """Captions of rising likeness, which people take for whole from 0.5 and for a part from 0.25 on."""

    def script(part: float) -> None:
        import streamlit as st

        from annoeval.opening import load
        from annoeval.rating_table import ratings_table
        from annoeval.scoring.account import Account
        from annoeval.ui.recut import cut_key, recut

        n = range(60)
        rows = "pdf,type,element_id,caption,vlm_description,content\n" + "".join(f"p,figure,f{k},C{k},A,\n" for k in n)
        likeness = [k / 60 for k in n]
        told = [Account("c", {"beginning": x, "recall": x, "words": 0.0}).written() for x in likeness]
        of = {"item_id": [f"f{k}" for k in n], "dimension": "caption"}
        ai = [2.0 if x >= 0.97 else 1.0 if x >= 0.6 else 0.0 for x in likeness]
        people = [2.0 if x >= 0.5 else 1.0 if x >= 0.25 else 0.0 for x in likeness]
        study = load(("rows.csv", rows.encode()))
        study = study.with_ratings(
            ratings_table({**of, "rater": "recommended", "kind": "ai", "value": ai, "response": told})
        )
        study = study.with_ratings(ratings_table({**of, "rater": "Aiko", "kind": "reviewer", "value": people}))
        cuts = {"caption.beginning": 0.97, "caption.recall": 0.93, "caption.part": 0.6, "caption.words": 0.35}
        cuts |= {"caption.same": 0.85, "caption.foreign": 0.5}
        recut("s", study, "recommended", cuts, {"caption.part": part} if part != 0.6 else {})
        st.text(str(st.session_state.get(cut_key("s", "caption.part"))))

    return AppTest.from_function(script, args=(part,), default_timeout=60).run()


def words(app: AppTest) -> str:
    return html.unescape(re.sub(r"<[^>]+>", "", " ".join(e.proto.body for e in app.get("html"))))


def test_a_cut_set_by_hand_says_what_it_would_change():
    """Likeness from 0.3 to below 0.6 is that of items 18 to 35."""
    assert "18 of 60 scores would change; κ with people" in words(screen(0.3))


def test_cuts_are_fitted_when_asked_and_taken_when_told():
    app = screen(0.6)
    assert not words(app)
    app.button(key="_fit_s").click().run()
    assert "would agree better: κ with people" in words(app)
    assert app.text[0].value == "None"
    app.button(key="_take_s").click().run()
    assert 0.2 <= float(app.text[0].value) <= 0.3
