"""People who answer by a link of their own."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "annotators",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("study", sa.String(64), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("invited", sa.String(40), nullable=False),
        sa.Column("background", sa.Text()),
        sa.Column("consented", sa.String(40)),
        sa.Column("practised", sa.String(40)),
        sa.Column("debrief", sa.Text()),
        sa.Column("withdrawn", sa.String(40)),
        sa.UniqueConstraint("study", "name", name="one_name"),
    )
