"""Annotate: an annotator's images, one by one; for the team, the study's design and the annotators' links."""

from annoeval.ui.annotate import person, team
from annoeval.ui.annotate.link import token

if token():
    person.show(token())
else:
    team.show()
