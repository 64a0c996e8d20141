"""Agreement: whether raters give the same answers, how sure that is, and where they part."""

import streamlit as st

from annoeval.answers.agreement import how_alike, nearer, who
from annoeval.answers.circular import how_circular
from annoeval.answers.classes import in_short, truth_and_ai
from annoeval.answers.scores import name_of
from annoeval.evaluation.raters import UNKNOWN
from annoeval.ui import state
from annoeval.ui.agreement.choices import among, in_pairs
from annoeval.ui.agreement.classes import class_shares
from annoeval.ui.agreement.differing import differing
from annoeval.ui.agreement.gallery import gallery
from annoeval.ui.agreement.matrices import Picked, matrices
from annoeval.ui.agreement.more import more
from annoeval.ui.choice import choose
from annoeval.ui.clusters import chosen
from annoeval.ui.dirty import said_and_mended
from annoeval.ui.needed import needed
from annoeval.ui.own import own_sections
from annoeval.ui.page import head, required, say
from annoeval.ui.results import result
from annoeval.ui.review_links import differing_action
from annoeval.ui.seeing import seen_or_not

study = state.study()
head("Agreement", *differing_action(study))
study = required(study)

names = {d: name_of(d, study.dimensions[d]) for d in in_pairs(study)}
if not names:
    if own_sections(study, "agreement"):
        gallery(study)
        st.stop()
    needed("agreement", study, "Here stand the coefficients, who agrees with whom, and what they confuse.")
    st.stop()

lead = st.container()
with st.container(horizontal=True, vertical_alignment="center"):
    dimension = choose("dimension", names, "Dimension")
    raters = among(study, dimension)
    drawn = chosen(study)

scale, pairs = study.dimensions[dimension], result(study, "pairs", dimension=dimension, cluster=drawn)
own = result(study, "agreement", dimension=dimension, raters=raters, by=(), cluster=drawn)
kinds = dict(study.raters.itertuples(index=False, name=None))
known = pairs[pairs["reason"] != UNKNOWN]
against = truth_and_ai(known, kinds)
with lead:
    weights = "quadratic" if "quadratic" in set(pairs["weights"]) else "none"
    sentences = [
        how_alike(dimension, scale, own, who(raters, kinds)),
        nearer(pairs[pairs["weights"] == weights], raters, kinds),
    ]
    if against:
        sentences.append(in_short(result(study, "classes", dimension=dimension, raters=against, cluster=drawn), scale))
    sentences.append(how_circular(result(study, "circularity", dimension=dimension), study.dimensions))
    sentences += seen_or_not(dimension)
    said_and_mended(study, dimension, " ".join(s for s in sentences if s), raters)

picked = Picked()
if known.empty:
    say(f"There is no table of who agrees with whom, or of labels two raters confuse: {UNKNOWN}.")
else:
    picked = matrices(study, known, dimension, against)
    if picked.shown:
        class_shares(study, dimension, picked.shown, drawn)

own_sections(study, "agreement")
gallery(study)
differing(study, dimension, raters, picked)
more(study, dimension, raters, own, {r: k for r, k in kinds.items() if r in raters or k == "ai"}, drawn)
