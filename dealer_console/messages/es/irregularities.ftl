## Where an irregularity may stand

where-while-cards-are-dealt = mientras se reparten cartas
where-after-deal-while-no-card = tras el reparto, mientras no toque carta; su mano es la que está en turno, o la última que se plantó
where-after-dealer-last-card = tras la última carta del crupier
where-in-place-dealer-card = en lugar de la carta del crupier
where-when-card-due = cuando toca carta
where-in-place-first-card-hand = en lugar de la primera carta de esa mano
where-in-place-second-card-hand = en lugar de la segunda carta de esa mano
where-on-hand-has-its-first = en una mano con sus primeras cartas que no ha decidido
where-before-round-complete = antes de terminar la ronda
where-where-hole-card-dealt-before = donde se da la carta tapada, antes de mostrarla
where-directly-after-hole-card-makes = justo después de una carta tapada que hace blackjack contra la comprobación
where-at-table-with-reader-under = en una mesa con lector, bajo una carta que no abre blackjack
where-in-place-reader-check = en lugar de la comprobación del lector
where-on-hand-natural = en una mano con blackjack
where-before-first-card-when-none = antes de la primera carta, si no se quemó ninguna
where-before-card-where-it-due = antes de la carta, donde toca
where-directly-after-hole-card-contradicts = justo después de una carta tapada que contradice la comprobación

## Irregularities

irregularity-card-face-up-in-shoe = Una carta estaba boca arriba en el sabot
irregularity-card-drawn-unexposed = Se sacó una carta antes de tiempo, nadie la vio
irregularity-card-exposed = Se sacó una carta antes de tiempo y se vio
irregularity-dealer-drew-too-many = El crupier sacó con una mano que debía plantarse
irregularity-dealer-card-missed = No se dio la carta del crupier
irregularity-shoe-empty = No quedan cartas en el sabot para esta ronda
irregularity-hand-not-dealt = Una mano no recibió ninguna carta
irregularity-hand-one-card = Una mano recibió una sola carta
irregularity-hand-too-many-cards = Una mano recibió demasiadas cartas
irregularity-hit-missed = No se dio una carta que se pidió
irregularity-card-misdelivered = Una carta fue a un lugar equivocado
irregularity-dealer-wrong-count = El crupier tiene un número equivocado de cartas
irregularity-hole-card-exposed = Se vio la carta tapada
irregularity-dealer-blackjack-late = El blackjack del crupier se descubrió después de jugar las manos
irregularity-reader-wrong-up-card = La carta tapada entró en el lector bajo una carta que no abre blackjack
irregularity-reader-fault = El lector de cartas no funciona
irregularity-shuffler-fault = La mezcladora se atascó o no terminó
irregularity-shuffle-beside-device = Se quiere mezclar de otro modo con la mezcladora en la mesa
irregularity-natural-overlooked = No se pagó un blackjack cuando tocaba
irregularity-burn-missed = No se quemó ninguna carta
irregularity-card-impossible = Una carta que no puede estar en este sabot
irregularity-reader-disagrees = La comprobación y la carta tapada se contradicen
irregularity-shoe-fault = El sabot se atascó o se desconectó

## Their names inside a sentence

irregularity-name-card-face-up-in-shoe = carta boca arriba en el sabot
irregularity-name-card-drawn-unexposed = carta sacada antes de tiempo, sin verse
irregularity-name-card-exposed = carta sacada antes de tiempo y vista
irregularity-name-dealer-drew-too-many = el crupier sacó de más
irregularity-name-dealer-card-missed = faltó la carta del crupier
irregularity-name-shoe-empty = sabot vacío
irregularity-name-hand-not-dealt = mano sin cartas
irregularity-name-hand-one-card = mano con una sola carta
irregularity-name-hand-too-many-cards = mano con demasiadas cartas
irregularity-name-hit-missed = carta pedida y no dada
irregularity-name-card-misdelivered = carta en lugar equivocado
irregularity-name-dealer-wrong-count = número de cartas del crupier equivocado
irregularity-name-hole-card-exposed = carta tapada vista
irregularity-name-dealer-blackjack-late = blackjack del crupier descubierto tarde
irregularity-name-reader-wrong-up-card = lector usado sin motivo
irregularity-name-reader-fault = fallo del lector
irregularity-name-shuffler-fault = fallo de la mezcladora
irregularity-name-shuffle-beside-device = mezclar al lado de la mezcladora
irregularity-name-natural-overlooked = blackjack pasado por alto
irregularity-name-burn-missed = no se quemó carta
irregularity-name-card-impossible = carta imposible
irregularity-name-reader-disagrees = el lector contradice la carta
irregularity-name-shoe-fault = fallo del sabot

## Choices inside a sentence

choice-name-discard = al descarte
choice-name-accept = aceptar
choice-name-burn = quemar
choice-name-next-card = siguiente carta
choice-name-hand-accept = la mano la acepta
choice-name-hand-refuse = la mano la rechaza
choice-name-dealer-accept = la toma el crupier
choice-name-continue = continuar
choice-name-spot-out = el puesto se retira
choice-name-spot-play = el puesto sigue jugando
choice-name-misdeal = reparto nulo
choice-name-reshuffle = mezclar de nuevo
choice-name-dead-hand = mano muerta
choice-name-deal-last = dar al final
choice-name-keep = conservar
choice-name-forward = adelantar
choice-name-dealer-next = siguiente del crupier
choice-name-back-one = retroceder uno
choice-name-counts-as-21 = cuenta como 21
choice-name-void = anular
choice-name-continue-without-reader = continuar sin lector
choice-name-device-removed = retirar el dispositivo
choice-name-stands = vale como está
choice-name-continue-by-hand = continuar a mano

## Where an irregularity may stand

where-directly-after-hit-double-or = justo después de la petición, el doble o la división cuya carta no se sirvió
