## Cartas y manos

rank-A = as
rank-2 = dos
rank-3 = tres
rank-4 = cuatro
rank-5 = cinco
rank-6 = seis
rank-7 = siete
rank-8 = ocho
rank-9 = nueve
rank-T = diez
rank-J = jota
rank-Q = dama
rank-K = rey
suit-s = picas
suit-h = corazones
suit-d = diamantes
suit-c = tréboles
card-full = { $rank } de { $suit }
card-back = una carta boca abajo
hand-dealer = el crupier
felt-soft = { $total } blando
felt-training = PRÁCTICAS
mark-natural = blackjack
mark-blackjack = blackjack
mark-switched = cambiada
mark-doubled = doblada
mark-split = dividida
mark-surrendered = se rinde
mark-insured = asegurada
mark-free-coin = gratis
mark-bust = se pasa
mark-dead = muerta
mark-stood = se planta

## Apuestas

kind-main = { "" }
kind-double = doble
kind-split = división
kind-match = match
kind-trilux = TriLux
kind-bounty = King's Bounty
kind-free-bet = apuesta libre
kind-free-double = doble gratis
kind-free-split = división gratis
kind-insurance = seguro
kind-toke-main = propina
kind-toke-match = propina en match
kind-toke-trilux = propina en TriLux
kind-toke-bounty = propina en King's Bounty
wager-main = { $amount }
wager-double = doble { $amount }
wager-split = { $amount }
wager-match = match { $amount }
wager-trilux = TriLux { $amount }
wager-bounty = Bounty { $amount }
wager-free-bet = libre { $amount }
wager-free-double = moneda por { $amount }
wager-free-split = moneda por { $amount }
wager-insurance = seguro { $amount }
wager-toke = propina { $amount }

## La línea de arriba

game-massachusetts-switch = Switch · Massachusetts
game-south-dakota-switch = Switch · South Dakota
game-catfish-bend-blackjack = Blackjack · Catfish Bend
game-light-and-wonder-switch-v1 = Switch · Light & Wonder 1
game-washington-switch-v1 = Switch · Washington 1
game-light-and-wonder-switch-v2 = Switch · Light & Wonder 2
game-washington-switch-v2 = Switch · Washington 2
game-light-and-wonder-switch-v3 = Switch · Light & Wonder 3
game-washington-switch-v3 = Switch · Washington 3
game-light-and-wonder-switch-v4 = Switch · Light & Wonder 4
game-washington-switch-v4 = Switch · Washington 4

## Lo hecho

move-CardDrawn = carta { $card }
move-CardBurned = quemada { $card }
move-Insured = { $place } asegurada
move-Insured-amount = { $place } asegurada por { $amount }
move-EvenMoneyTaken = { $place } cobra a la par
move-InsuranceClosed = seguro cerrado
move-HoleCardChecked-blackjack = comprobación: blackjack
move-HoleCardChecked-clear = sin blackjack
move-Switched = el puesto { $place } cambió
move-SwitchDeclined = puesto { $place }: sin cambio
move-SwitchTakenBack = puesto { $place }: cambio deshecho
move-Stood = { $place } se planta
move-HitAsked = { $place } pide
move-Surrendered = { $place } se rinde
move-Doubled = { $place } dobla
move-Doubled-amount = { $place } dobla por { $amount }
move-HandSplit = { $place } divide
move-DoubledFree = { $place } dobla gratis
move-SplitFree = { $place } divide gratis
move-DoubleCardTurned = { $place } vuelve { $card }
move-HoleCardShown = carta tapada { $card }
move-Ruled = decidido: { $choice }
move-ExposedCardTaken = { $place } toma la carta
move-ExposedCardRefused = { $place } rechaza la carta
move-SpotLeft = el puesto { $place } deja la ronda
move-SpotPlaysOn = el puesto { $place } sigue
move-RoundVoided = ronda anulada

## El lateral


## Páginas

wager-coupon = cupón { $amount }
choice-discard = Al descarte
choice-accept = La toma la mano
choice-burn = Quemarla
choice-next-card = Es la siguiente carta
choice-hand-accept = { $hand } toma la carta
choice-hand-refuse = { $hand } rechaza la carta
choice-continue = Continuar
choice-spot-out = Puesto { $spot } se retira
choice-spot-play = Puesto { $spot } sigue
choice-misdeal = Reparto nulo
choice-reshuffle = Mezclar el descarte y seguir
choice-dead-hand = Mano muerta, se devuelve su apuesta
choice-deal-last = Darle su carta tras las demás manos
choice-keep = La mano queda como está
choice-forward = Adelantar las cartas a su sitio
choice-dealer-next = Es la siguiente del crupier
choice-back-one = Retroceder cada carta un lugar
choice-counts-as-21 = Cuenta como 21
choice-void = Anular la ronda
choice-continue-without-reader = Seguir sin lector
choice-device-removed = Se retira la mezcladora
choice-stands = Las cartas valen como están
choice-continue-by-hand = Seguir con cartas a mano
money-thousands = {"\u00A0"}
