"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "assignments",
        sa.Column("study", sa.String(64), primary_key=True),
        sa.Column("item_id", sa.String(1000), primary_key=True),
        sa.Column("reviewer", sa.String(200), primary_key=True),
        sa.Column("second", sa.Boolean(), nullable=False),
        sa.Column("assigned_by", sa.Text(), nullable=False),
        sa.Column("time", sa.String(40), nullable=False),
    )
    op.create_table(
        "events",
        sa.Column("study", sa.String(64), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("time", sa.String(40), nullable=False),
        sa.Column("reviewer", sa.Text(), nullable=False),
        sa.Column("action", sa.String(20), nullable=False),
        sa.Column("item_id", sa.Text()),
        sa.Column("dimension", sa.Text()),
        sa.Column("version", sa.Integer()),
        sa.Column("old", sa.Text()),
        sa.Column("value", sa.Text()),
        sa.Column("kind", sa.String(20)),
        sa.Column("note", sa.Text()),
        sa.Column("because", sa.String(20)),
        sa.Column("queue", sa.Text()),
        sa.Column("blind", sa.Boolean()),
        sa.Column("visible", sa.Text()),
        sa.Column("seconds", sa.Float()),
        sa.Column("tags", sa.Text()),
        sa.Column("correction", sa.Text()),
        sa.Column("rubric", sa.Integer()),
        sa.Column("refers", sa.Integer()),
        sa.Column("batch", sa.Integer()),
        sa.Column("token", sa.String(64)),
        sa.Column("detail", sa.Text()),
        sa.UniqueConstraint("study", "token", name="one_token"),
        sa.UniqueConstraint("study", "item_id", "dimension", "version", name="one_writer"),
    )
    op.create_index("events_by_reviewer", "events", ["study", "reviewer", "number"])
    op.create_table(
        "meetings",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("study", sa.String(64), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("agenda", sa.Text(), nullable=False),
        sa.Column("people", sa.Text(), nullable=False),
        sa.Column("minutes", sa.Float(), nullable=False),
        sa.Column("started", sa.String(40), nullable=False),
        sa.Column("started_by", sa.Text(), nullable=False),
        sa.Column("ended", sa.String(40)),
    )
    op.create_table(
        "queues",
        sa.Column("study", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(200), primary_key=True),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.Column("reviewer", sa.Text(), nullable=False),
        sa.Column("time", sa.String(40), nullable=False),
    )
    op.create_table(
        "rubrics",
        sa.Column("study", sa.String(64), primary_key=True),
        sa.Column("version", sa.Integer(), primary_key=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("reviewer", sa.Text(), nullable=False),
        sa.Column("time", sa.String(40), nullable=False),
    )
    op.create_table(
        "scores",
        sa.Column("study", sa.String(64), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("scorer", sa.Text(), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
    )
    op.create_table(
        "sources",
        sa.Column("study", sa.String(64), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("position", sa.Integer(), primary_key=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
    )
    op.create_table(
        "studies",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("protocol", sa.Text()),
        sa.Column("n_items", sa.Integer()),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("added", sa.String(40), nullable=False),
        sa.Column("removed", sa.Boolean(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("studies")
    op.drop_table("sources")
    op.drop_table("scores")
    op.drop_table("rubrics")
    op.drop_table("queues")
    op.drop_table("meetings")
    op.drop_table("events")
    op.drop_table("assignments")
