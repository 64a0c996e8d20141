"""What people said of files with one header."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "choices",
        sa.Column("header", sa.String(64), primary_key=True),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("encoding", sa.Text(), nullable=False),
        sa.Column("time", sa.String(40), nullable=False),
    )
