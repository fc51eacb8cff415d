"""Documents that are printed from the code, the rule sets and the tests, so that they cannot say anything else."""
