"""The documents that are generated from the rules, the engine and the tests: `python -m tests.tools.documents`."""
