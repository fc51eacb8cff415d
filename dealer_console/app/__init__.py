"""The composition root: builds a table, its devices and its console. The one package that knows every other."""
