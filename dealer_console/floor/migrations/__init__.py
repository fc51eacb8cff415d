"""How the floor's database came to its present form, step by step (alembic)."""

from __future__ import annotations

from alembic import op


def run(statements: str) -> None:
    """As they stand: a percent sign in them is no place for a parameter."""
    op.get_bind().exec_driver_sql(statements, execution_options={"no_parameters": True})


def guard(table: str) -> None:
    """Nobody changes it, not even the owner of the database without taking the guard out first."""
    run(f"""
        CREATE TRIGGER {table}_stay BEFORE UPDATE OR DELETE ON floor.{table}
            FOR EACH ROW EXECUTE FUNCTION floor.refuse_change();
        CREATE TRIGGER {table}_remain BEFORE TRUNCATE ON floor.{table}
            FOR EACH STATEMENT EXECUTE FUNCTION floor.refuse_change();
    """)
