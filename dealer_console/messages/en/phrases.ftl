rule-bring-the-cards-before-the-cutting-card-to-the-back = Bring the cards before the cut card to the back
rule-bring-the-cutting-card-and-the-cards-before-it-to-the-back = Bring the cut card and the cards before it to the back
rule-finish-the-round-in-which-the-cutting-card-came = Finish the round in which the cut card came
rule-place-the-cutting-card-about-one-deck-from-the-back = Place the cut card about one deck from the back
rule-place-the-cutting-card-at-least-a-quarter-from-the-back = Place the cut card at least a quarter from the back
rule-place-the-cutting-card-at-least-one-deck-from-either-end = Place the cut card at least one deck from either end
rule-riffle-equal-portions-of-both-stacks-together-five-to-seven-times-until-all-cards-lie-in-the-centre = Riffle equal portions of both stacks, five to seven times, until all lie in the center
