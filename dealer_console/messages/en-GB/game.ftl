# British English: only what is said otherwise than in `en`.
kind-toke-main = tip
kind-toke-match = tip on match
kind-toke-trilux = tip on TriLux
kind-toke-bounty = tip on King's Bounty
wager-toke = tip { $amount }
move-Switched = box { $place } switched
move-SwitchDeclined = box { $place }: no switch
move-SwitchTakenBack = box { $place }: switch undone
move-SpotLeft = box { $place } leaves the round
move-SpotPlaysOn = box { $place } plays on
choice-spot-out = Box { $spot } leaves the round
choice-spot-play = Box { $spot } plays on
