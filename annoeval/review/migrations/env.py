"""What Alembic runs: the steps, inside the transaction that the store has opened."""

from alembic import context

from annoeval.review.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
