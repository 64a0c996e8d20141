"""Where reviews are kept: the database's tables (made by the migrations beside this file)."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Index, Integer, MetaData, String, Table, Text, UniqueConstraint

metadata = MetaData()

studies = Table(
    "studies",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("name", Text, nullable=False),
    Column("protocol", Text),
    Column("n_items", Integer),
    Column("options", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("added", String(40), nullable=False),
    Column("removed", Boolean, nullable=False),
)

# The files a study was made of; a later set replaces an earlier one from event `number` on.
sources = Table(
    "sources",
    metadata,
    Column("study", String(64), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("hash", String(64), nullable=False),
)

ADDED = "file "  # before the name of a file whose answers were added, among a study's scorers

scores = Table(
    "scores",
    metadata,
    Column("study", String(64), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("scorer", Text, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("n", Integer, nullable=False),
)

# Everything that happened, append-only. `version` counts the changes of one item and dimension, so that
# the unique key refuses a second writer; `token` makes repeating an unconfirmed decision harmless.
events = Table(
    "events",
    metadata,
    Column("study", String(64), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("time", String(40), nullable=False),
    Column("reviewer", Text, nullable=False),
    Column("action", String(20), nullable=False),
    Column("item_id", Text),
    Column("dimension", Text),
    Column("version", Integer),
    Column("old", Text),
    Column("value", Text),
    Column("kind", String(20)),
    Column("note", Text),
    Column("because", String(20)),
    Column("queue", Text),
    Column("blind", Boolean),
    Column("visible", Text),
    Column("seconds", Float),
    Column("tags", Text),
    Column("correction", Text),
    Column("rubric", Integer),
    Column("refers", Integer),
    Column("batch", Integer),
    Column("token", String(64)),
    Column("detail", Text),
    UniqueConstraint("study", "item_id", "dimension", "version", name="one_writer"),
    UniqueConstraint("study", "token", name="one_token"),
)
Index("events_by_reviewer", events.c.study, events.c.reviewer, events.c.number)

rubrics = Table(
    "rubrics",
    metadata,
    Column("study", String(64), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    Column("reviewer", Text, nullable=False),
    Column("time", String(40), nullable=False),
)

queues = Table(
    "queues",
    metadata,
    Column("study", String(64), primary_key=True),
    Column("name", String(200), primary_key=True),
    Column("rule", Text, nullable=False),
    Column("reviewer", Text, nullable=False),
    Column("time", String(40), nullable=False),
)

assignments = Table(
    "assignments",
    metadata,
    Column("study", String(64), primary_key=True),
    Column("item_id", String(1000), primary_key=True),
    Column("reviewer", String(200), primary_key=True),
    Column("second", Boolean, nullable=False),
    Column("assigned_by", Text, nullable=False),
    Column("time", String(40), nullable=False),
)

meetings = Table(
    "meetings",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("study", String(64), nullable=False),
    Column("title", Text, nullable=False),
    Column("agenda", Text, nullable=False),
    Column("people", Text, nullable=False),
    Column("minutes", Float, nullable=False),
    Column("started", String(40), nullable=False),
    Column("started_by", Text, nullable=False),
    Column("ended", String(40)),
)

# How files whose columns have these names (their digest) were last read by hand.
choices = Table(
    "choices",
    metadata,
    Column("header", String(64), primary_key=True),
    Column("options", Text, nullable=False),
    Column("encoding", Text, nullable=False),
    Column("time", String(40), nullable=False),
)

# People who answer by a link of their own; what they answered are events under their name.
annotators = Table(
    "annotators",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("study", String(64), nullable=False),
    Column("name", String(200), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("invited", String(40), nullable=False),
    Column("background", Text),
    Column("consented", String(40)),
    Column("practised", String(40)),
    Column("debrief", Text),
    Column("withdrawn", String(40)),
    Column("salt", String(32), nullable=False),
    UniqueConstraint("study", "name", name="one_name"),
)

# Roles that were given: to whoever has a link (`digest` of its token), or to an account.
grants = Table(
    "grants",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("study", String(64), nullable=False),
    Column("role", String(10), nullable=False),
    Column("label", Text, nullable=False),
    Column("made", String(40), nullable=False),
    Column("made_by", Text, nullable=False),
    Column("salt", String(32), nullable=False),
    Column("digest", String(64), unique=True),
    Column("account", String(320)),
    Column("expires", String(40)),
    Column("revoked", String(40)),
)
Index("grants_of_study", grants.c.study)
Index("grants_of_account", grants.c.account)
