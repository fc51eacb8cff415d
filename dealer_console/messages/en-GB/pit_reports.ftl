# British English: only what is said otherwise than in `en`.
report-of-tokes = Tips
report-tokes-won = Won by wagered tips
