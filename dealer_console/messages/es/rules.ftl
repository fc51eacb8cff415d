no-such-spot = no hay puesto { $spot }: el paño tiene los puestos 1 a { $spots }
bettor-has-wager = el jugador { $bettor } del puesto { $spot } ya tiene apuesta
bettors-without-gaps = los apostantes del puesto { $spot } se numeran sin huecos: sigue el { $next }
below-table-minimum = { $amount } no llega al mínimo de la mesa, { $limit }
above-table-maximum = { $amount } supera el máximo de la mesa, { $limit }
no-coupons = aquí no se apuesta con cupones: solo fichas
toke-more-than-0-00 = una propina es mayor que 0.00
toke-at-least = la propina es de { $amount } como mínimo
toke-at-most = la propina es de { $amount } como mucho
side-wager-needs-main = la apuesta { $kind } necesita al lado las principales
offers-no-wager = { $rules } no ofrece la apuesta { $name }{ $hint }
wager-more-than-0-00-2 = una apuesta { $kind } es mayor que 0.00
below-minimum = { $kind } { $amount } no llega a su mínimo, { $limit }
above-maximum = { $kind } { $amount } supera su máximo, { $limit }
no-tokes = { $rules } no conoce apuestas para el crupier
unknown-toke = propina desconocida { $place }{ $hint }
spot-has-no-hand-b = aquí un puesto no tiene mano b
toke-needs-own-wager = la propina sobre { $kind } necesita la apuesta { $kind } del jugador
unknown-coupon = cupón desconocido { $place }{ $hint }
coupon-needs-wager = un cupón en { $place } necesita una apuesta { $place }
coupon-above-wager = un cupón de { $amount } no es parte de una apuesta de { $limit }
free-bet-equals-main = la apuesta libre es igual a una principal: { $amount }, no { $other }
true-or-false = { $key } es true o false, no { $value }
choice-not-offered = { $rules } ofrece { $key } = { $offer }, no { $given }{ $hint }
match-pays-wants-table = match_pays es una tabla de premios enteros por fila
at-risk-needs-last-card = todas las apuestas se arriesgan solo donde la segunda carta del crupier sale al final
minimum-above-maximum = el mínimo { $low } supera el máximo { $high }
maximum-above-lawful = el máximo { $amount } supera el legal, { $limit }
chip-unit-more-than-0 = la ficha menor debe ser mayor que 0.00
is-negative = { $value } es negativo
unknown-table-choice = opción de mesa desconocida { $key }{ $hint }
unknown-row = fila desconocida { $row }{ $hint }
minimum-too-high = el mínimo no puede pasar de { $amount }
minimum-too-low = el mínimo no puede bajar de { $amount }
choice-unknown-to-rules = { $rules } no ofrece la opción { $key }
empty-expectation = una expectativa vacía
write-refused = escriba 'refused JUGADA CLÁUSULA'
amount-missing = falta un importe
nothing-more-expected-after-amount = tras el importe no se espera nada más
no-expectation = { $text } no es una expectativa: escriba '1a main win 25', 'net 1 -5', 'house 5', 'refused 4 CLÁUSULA' o 'in order'
unknown-wager = apuesta desconocida { $name }{ $hint }
unknown-outcome = resultado desconocido { $name }{ $hint }
write-net = escriba 'net PUESTO[/JUGADOR] IMPORTE'
no-hand-spot = { $hand } no es una mano del puesto { $spot }
irregularity-open = «{ $code }» está abierta: espera { $what }
taking-needs-supervisor = tomar la carta necesita un supervisor
no-irregularity-open = no hay irregularidad abierta: llámela primero
round-complete-and-settled = la ronda ha terminado y está liquidada
unknown-irregularity = irregularidad desconocida { $code }{ $hint }
irregularity-comes-first = «{ $code }» está abierta y va primero
irregularity-names-card = «{ $code }» nombra la carta
irregularity-names-seen-card = «{ $code }» nombra una carta que se vio
irregularity-names-no-hand = «{ $code }» no nombra mano
irregularity-names-no-card = «{ $code }» no nombra carta
round-waits = la ronda espera { $what }
all-copies-out = ya salieron todas las copias de { $card }
choice-needs-supervisor = «{ $choice }» necesita un supervisor
nobody-to-take-card = a ninguna mano le toca carta: quémela
irregularity-waits = «{ $code }» espera { $what }
hand-asked-now = ahora se pregunta a { $hand }
no-hand-asked = no se pregunta a ninguna mano: { $what }
no-amount-in-dollars = { $text } no es un importe: escriba dólares con dos decimales como mucho, como 25 o 12.50
no-move = { $first } no empieza una jugada ni es una carta{ $hint }
empty-text-no-move = un texto vacío no es una jugada
holds-moves-not-one = { $text } tiene { $count } jugadas, no una
write-insurance-closed = escriba 'insurance closed'
check-clear-or-blackjack = una comprobación dice 'clear' o 'blackjack'{ $hint }
name-irregularity = nombre la irregularidad
name-choice = nombre la decisión
unknown-choice = decisión desconocida { $choice }{ $hint }
say-what-does = diga qué hace { $hand }: { $verbs }
unknown-move = jugada desconocida { $verb }{ $hint }
caller-alone-decides = solo quien decide la mano puede { $verb }: escriba { $hand } sin jugador
say-what-spot-does = diga qué hace el puesto { $spot }: { $verbs }
nothing-more-expected-after = tras { $text } no se espera nada más
not-complete = { $text } no está completo
write-by-name = escriba 'by NOMBRE' para nombrar al supervisor
only-toke-may-follow = tras { $verb } solo puede seguir 'toke=IMPORTE'
has-no-step = { $procedure } no tiene el paso { $step }{ $hint }
has-no-procedure = { $rules } no tiene el procedimiento { $procedure }{ $hint }
no-date = { $value } no es una fecha: escriba 2026-11-16
rules-names-rule-set = la clave 'rules' nombra el reglamento, como "massachusetts-switch"
table-holds-choices = la clave 'table' tiene las opciones de la mesa, como { "{" } decks = 6 { "}" }
version-not-known = la versión { $version } no se conoce; este programa lee la versión { $known }
key-holds-list-texts = la clave { $key } tiene una lista de textos
bets-need-wager = una ronda necesita al menos una apuesta, como bets = ["1 25"]
write-bet = una apuesta es 'PUESTO[/JUGADOR] IMPORTE [nombre=IMPORTE …]', como "1 25 match=5"
no-spot = { $text } no es un puesto: escriba 1, o 1/2 para el segundo jugador
stands-twice = { $name } aparece dos veces
unknown-key = clave desconocida { $key }{ $hint }
round-needs-wager = una ronda necesita al menos una apuesta
no-card-due = no toca carta: la ronda espera { $waits }
card-dealt-face-up = la carta para { $place } se da descubierta: indique valor y palo
burn-before-first-card = se quema antes de la primera carta o después de mezclar de nuevo
hole-card-dealt-face-down = la carta tapada se da boca abajo: { $unseen }
all-copies-out-call = las { $decks } copias de { $card } ya salieron: avise de una carta imposible
no-card-due-spot-answers = no toca carta: antes responde el puesto { $spot } al cambio
one-card-burned-not-more = se quema una carta, no más
dealer-has-no-hole-card = el crupier no tiene carta tapada: la segunda se saca después de los jugadores
card-shown-has-face = una carta que se muestra tiene cara
hole-card-was-seen-before = la carta tapada ya se vio: es { $card }
no-card-face-down = { $hand } no tiene carta boca abajo
card-turned-has-face = una carta que se vuelve tiene cara
hand-in-turn = { $hand } está en turno
spot-answers-switch-first = antes responde el puesto { $spot } al cambio
hand-taken = { $hand } tiene { $total } y se cobra
blackjack-draws-no-card = { $hand } es blackjack y no pide carta
hand-surrendered = { $hand } se rindió
hand-dead = { $hand } está muerta
spot-refused-card = el puesto { $spot } rechazó una carta vista y no recibe más
doubled-one-card = { $hand } dobló: una sola carta
split-ace-one-card = { $hand } es un as dividido: una sola carta
hand-complete = { $hand } tiene 21 y está completa
surrender-not-offered = en esta mesa no se admite rendirse
split-hand-not-surrendered = { $hand } se dividió: solo se rinde una mano original
surrender-first-decision = rendirse es la primera decisión de una mano; { $hand } ya decidió
split-aces-not-doubled = los ases divididos no se doblan
double-first-two-cards = { $hand } tiene { $count } cartas: solo se dobla con las dos primeras
has-21 = { $hand } tiene 21
bettor-has-no-wager-there = el jugador { $bettor } no tiene apuesta ahí
double-wager-more-than-0 = un doble es mayor que 0.00
double-above-wager = se dobla como mucho por { $limit }, no por { $amount }
bettor-1-calls = el jugador 1 decide { $hand }; el jugador { $bettor } puede unirse
join-directly-after-caller = el jugador { $bettor } solo puede unirse justo después de: { $action } de { $hand }
bettor-joined = el jugador { $bettor } ya se unió
bettor-has-no-wager-on = el jugador { $bettor } no tiene apuesta en { $hand }
split-first-two-cards = { $hand } tiene { $count } cartas: solo se dividen las dos primeras
no-pair = { $hand } no tiene dos cartas de igual valor
hands-per-split = de una mano salen { $count } manos como mucho
no-free-wagers = { $rules } no conoce apuestas gratis
spot-made-no-free-bet = el puesto { $spot } no hizo apuesta libre
free-double-needs-hard-total = un doble gratis necesita un 9, 10 u 11 duro; { $hand } tiene { $total }
tens-not-split-free = los dieces no se dividen gratis
aces-split-once = { $hand } es un as dividido: aquí los ases se dividen una vez
insured-already = { $hand } ya está asegurada
insurance-wager-more-than-0 = una apuesta de seguro es mayor que 0.00
insurance-above-half = el seguro de { $hand } es de { $limit } como mucho, la mitad de la apuesta de { $wager }
no-even-money = { $rules } no paga a la par
even-money-needs-blackjack = { $hand } no es blackjack: el pago a la par es para un blackjack bajo un as
hand-over = { $hand } ha terminado
insured-no-even-money = { $hand } está asegurada: seguro y pago a la par se excluyen
spot-has-no-wager = el puesto { $spot } no tiene apuesta en esta ronda
card-due-first = antes toca una carta para { $place }
no-such-hand = no hay mano { $name }{ $hint }
no-switch-in-game = en este juego no hay cambio
spot-answers-first = antes responde el puesto { $spot }
switches-closed = la comprobación cerró los cambios
no-second-switch = el puesto { $spot } deshizo su cambio: no hay otro
switch-final = aquí el cambio es definitivo
spot-has-not-switched = el puesto { $spot } no ha cambiado
dealers-second-card-dealt = ya se dio la segunda carta del crupier
spot-has-switched = el puesto { $spot } ya cambió
double-confirmed = el doble de { $hand } está confirmado
card-dealt-since-switch = desde el cambio se dio o se pidió una carta para { $hand }
wager-settled = una apuesta de { $hand } ya se liquidó
round-complete = la ronda ha terminado
round-goes-on-without-reader = la ronda sigue sin lector
dealer-stands-on = el crupier se planta con { $total }
no-needless-card = el crupier no saca cartas que no cambian ninguna apuesta

## What to say and do next

rule-text = { $text }
said-first = { $made }. { $then }
said-with-second-wager = { $made }. Con una segunda apuesta: { $call }
message-then = { $first }; { $then }
any-of = { $first } o { $other }
total-hard = { $total }
total-soft = { $total } blando
total-blackjack = blackjack
hand-total = { $hand }: { $total }
hand-busts = { $hand }: { $total }, se pasa
blackjacks = Blackjack: { $hands }
call-supervisor = Llame a un supervisor
dealer-has = El crupier tiene { $total }
dealer-busts = El crupier se pasa con { $total }
dealers-card = Carta del crupier
insurance-asked = ¿Seguro?
burn-one-card = queme una carta
burn-if-due-then = queme una carta si toca, luego { $then }
card-to-hand = carta a { $hand }
card-to-up-card = carta descubierta del crupier
card-to-hole-card = carta tapada del crupier
place-up-card = la carta descubierta del crupier
place-hole-card = la carta tapada del crupier
place-dealer = el crupier
place-burn = la carta quemada
dealers-second-card = la segunda carta del crupier
dealers-next-card = la siguiente carta del crupier
spot-switches-or-keeps = puesto { $spot }: cambio o sin cambio
spot-keeps = puesto { $spot }: sin cambio, se deshizo
or-hand-decides = { $first }, o decide { $hand }
hand-decides = decide { $hand }
insert-hole-card = ponga la carta tapada en el lector
look-at-hole-card = mire la carta tapada
exposed-card-waits = { $hand } toma la carta expuesta; antes pueden sumarse otros apostantes
dealers-card-to-be-dealt-now = falta la carta del crupier: un supervisor la hace repartir ahora
show-hole-card = muestre la carta tapada
turn-double-card = dé la vuelta a la carta del doble de { $hand }
take-and-pay = cobre y pague desde la derecha
make-sure-then-take-and-pay = ¿Todas hasta 21? Cobre y pague
round-ended-by = { $how }: devuelva las apuestas
settled-win = gana, pague { $amount }
settled-lose = pierde, cobre { $amount }
settled-surrender = se rinde, cobre { $amount }
settled-push = empate, toque el paño
settled-returned = devuélvala

## What the round waits for

waits-open = la carta quemada o la primera carta
waits-deal = las dos primeras cartas de cada mano
waits-insurance = apuestas de seguro, luego { $closed }
waits-switches = los cambios de todos los puestos y luego la comprobación
waits-check = la comprobación de la carta tapada
waits-play = las decisiones de los jugadores
waits-show = la segunda carta del crupier
waits-dispute = la decisión de un supervisor sobre la carta tapada
waits-draw = la siguiente carta del crupier
waits-turn = las cartas de doble que están boca abajo
waits-complete = nada: la ronda ha terminado
awaits-ruling-on-hole-card = un supervisor decide sobre la carta tapada, o anula la ronda
choice-by-supervisor = { $choice } con un supervisor
written-hand-accept = { $hand } acepta
written-hand-refuse = { $hand } rechaza
written-dealer-accept = el crupier la toma
written-spot-out = el puesto se retira
written-spot-play = el puesto sigue jugando
irregularity-awaits = { $code }: { $choices }
irregularity-offers-card = { $code }: ofrezca { $card } a { $hand }: { $choices }
irregularity-offers = «{ $code }» admite { $what }, no { $choice }{ $hint }
irregularity-stands = «{ $code }» cabe { $where }

## Refusals

did-you-mean = ; ¿quiso decir { $word }?
known-words = ; se conocen: { $words }
irregularity-names-hand = «{ $code }» nombra una mano: indique una de { $hands }
no-hand-write-one-of = no hay mano { $hand }: indique una de { $hands }
hand-stands = { $hand } se planta
no-card-due-hand-decides = no toca carta: antes decide { $hand }
not-now = ahora no: la ronda espera { $waits }
nothing-to-insure-hand-over = { $hand } ha terminado: no hay nada que asegurar
nothing-to-insure-no-wager = { $hand } no tiene apuesta del jugador { $bettor }: no hay nada que asegurar
no-switch-with-dead-hand = el puesto { $spot } no tiene cambio: una de sus manos está muerta
switched-switch-over = el puesto { $spot } ya cambió: el cambio está cerrado
offered-switch-over = el puesto { $spot } ya tuvo su oferta: el cambio está cerrado
spot-has-left = el puesto { $spot } dejó la ronda
spot-takes-bettors = en un puesto { $most ->
    [1] apuesta un jugador
   *[other] apuestan como mucho { $most } jugadores
    }
supervisor-voids-round = un supervisor anula una ronda: { $void }
side-wager-more-than-0 = una apuesta { $kind } es mayor que 0.00
wager-more-than-0 = una apuesta es mayor que 0.00
wager-looks-at-suits = la apuesta { $kind } del puesto { $spot } mira los palos: anote el palo de { $cards }; una carta que ya está en la mesa se corrige primero

## The choices of a table

must-pay-at-least = { $row } debe pagar al menos { $lawful } a 1 con { $decks } barajas, no { $pays }
must-pay-exactly = { $row } debe pagar exactamente { $lawful } a 1 con { $decks } barajas, no { $pays }

## Amounts, cards, moves and files that cannot be read

no-amount = { $value } no es un importe: escriba dólares enteros o un texto como "12.50"
no-amount-float = { $value } no es un importe: un decimal binario no guarda centavos exactos; escriba dólares enteros o un texto como "12.50"
no-card = { $text } no es una carta: escriba el valor A 2 3 4 5 6 7 8 9 T J Q K y el palo c d h s, '?' por un palo no anotado, '??' por una carta no vista
expected-refusal-of-nothing = { $text }: no se rechazó nada
expected-other-refusal = { $text }: la jugada { $move } fue rechazada por { $clause }: { $reason }
expected-no-round = { $text }: no hay ronda
expected-other = { $text }: es { $outcome }
expected-outcome = { $outcome } { $amount }
expected-not-there = no está
expected-not-settled = sin liquidar

## Files that cannot be read

plain-text = { $text }
file-cannot-be-read = no se puede leer el fichero: { $why }
file-not-utf8 = el fichero no es texto UTF-8 (byte { $byte })
no-valid-toml = TOML no válido: { $why }
toml-too-deep = TOML no válido: demasiados niveles
toml-huge-number = TOML no válido: un número tiene demasiadas cifras
no-round-open = no hay ronda abierta: ponga apuestas y reparta

toke-above-share = la apuesta y sus propinas no pueden pasar de { $amount }, la décima parte del máximo
side-bet-not-offered-here = esta mesa no ofrece la apuesta { $kind }
side-bets-wants-list = side_bets es una lista de nombres, como ["match"]
side-bet-stands-twice = una apuesta lateral aparece dos veces
has-no-side-bet = { $rules } no tiene la apuesta lateral { $name }{ $hint }
no-hand-in-turn = ninguna mano está en turno
spot-has-refused-card = el puesto { $spot } ya rechazó la carta
late-call-stands-nowhere = el aviso no cabe en ningún momento
late-call-takes-supervisor = un aviso tardío necesita un supervisor: diga quién lo aprueba
late-call-names-card = un aviso tardío nombra una de las cartas de esta ronda
late-call-names-hole-card = que se vio la carta tapada se avisa en la propia carta tapada
late-call-other-card = la carta en ese lugar es { $face }, no { $card }
late-call-hit-was-asked = la mano pidió esta carta: no fue un error

## Refusals

dealers-card-missing = aún falta la carta del crupier: primero { $ruling }
expected-order = { $text }: se liquida antes que las líneas de arriba
key-holds-number = la clave { $key } es un número, 0 o más
round-paid = la ronda está pagada

## What the round waits for

