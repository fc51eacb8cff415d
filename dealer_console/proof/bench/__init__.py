"""`make bench`: speeds as ratios against a peer or a limit in the same run, never as times alone."""
