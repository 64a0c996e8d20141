"""Roles by link and account; of annotators' tokens only the digest is kept."""

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "grants",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("study", sa.String(64), nullable=False),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("made", sa.String(40), nullable=False),
        sa.Column("made_by", sa.Text(), nullable=False),
        sa.Column("salt", sa.String(32), nullable=False),
        sa.Column("digest", sa.String(64), unique=True),
        sa.Column("account", sa.String(320)),
        sa.Column("expires", sa.String(40)),
        sa.Column("revoked", sa.String(40)),
    )
    op.create_index("grants_of_study", "grants", ["study"])
    op.create_index("grants_of_account", "grants", ["account"])
    op.execute("ALTER TABLE annotators RENAME COLUMN token TO digest")
    op.add_column("annotators", sa.Column("salt", sa.String(32), nullable=False, server_default=""))
    connection = op.get_bind()
    for (token,) in connection.execute(sa.text("SELECT digest FROM annotators")).all():
        connection.execute(
            sa.text("UPDATE annotators SET digest = :digest WHERE digest = :token"),
            {"digest": hashlib.sha256(token.encode()).hexdigest(), "token": token},
        )
