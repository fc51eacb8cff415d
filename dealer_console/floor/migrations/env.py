"""Run by alembic. The connection comes from `migrate`, which holds the one transaction around all steps."""

from __future__ import annotations

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    transactional_ddl=False,
    version_table="floor_version",
    version_table_schema="floor",
)
context.run_migrations()
