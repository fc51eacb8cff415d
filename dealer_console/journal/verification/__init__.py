"""Is this journal what the table wrote?"""
