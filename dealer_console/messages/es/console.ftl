## Cartas y manos

spoken-spot = Puesto { $spot }
spoken-empty_spot = Puesto { $spot }, sin apuesta
spoken-hand = Puesto { $spot }, mano { $letter }
spoken-dealer = Crupier
spoken-in_turn = en turno

## La línea de arriba

top-round = Ronda { $number }
top-not_open = mesa cerrada
top-decks = { $decks } barajas
top-no_cards = sabot vacío
top-shoe = quedan { $left } · salieron { $out }
top-cutting_card = carta de corte fuera

## El aviso

prompt-quoted = «{ $text }»
prompt-spot = Puesto { $spot }: { $said }
prompt-then = Luego { $places }
prompt-opening = Se está abriendo la carta
prompt-stopped = La mesa se ha parado
prompt-loose = Salió una carta que no tocaba: ¿se vio?
prompt-loose-small = Dígalo; luego decide un supervisor donde lo pidan las reglas
prompt-loose_face_up = Una carta estaba boca arriba y el sabot no sabe cuál es
prompt-loose_face_up-small = Diga qué carta es
prompt-not_open = Mesa cerrada
prompt-not_open-small = Toque Abrir la mesa
prompt-no_cards = Sabot vacío
prompt-no_cards-small = Toque Sabot y mezcla
prompt-shoe_over = Sabot terminado, mezcle
prompt-shoe_over-small = Salió la carta de corte y terminó su ronda
prompt-no_dealer = No hay crupier en la mesa
prompt-no_dealer-small = Toque Entrar
prompt-burn = Queme una carta
prompt-burn-small = Boca abajo, antes de la primera carta
prompt-deal = No va más: reparta
prompt-deal-small = La primera carta cierra las apuestas
prompt-call-small = Puestos { $spots }: anúncielo al jefe de sala y reparta
prompt-bets = Hagan sus apuestas
prompt-bets-small = Las mismas, o toque un puesto

## Las acciones

act-switch = Cambio
act-keep = Sin cambio
act-hit = Carta
act-stand = Plantarse
act-double = Doblar
act-double_free = Doble gratis
act-split = Separar
act-split_free = Separar gratis
act-surrender = Abandonar
act-join_double = Dobla el jugador { $bettor }
act-join_split = Separa el jugador { $bettor }
act-insurance = Seguro
act-insurance_closed = Cerrar seguro
act-clear = Sin blackjack
act-blackjack = Blackjack
act-show = Mostrar tapada
act-face_down = Boca abajo
act-turn = Volver doble
act-pad = Poner carta
act-tick = Hecho
act-paid = Todo pagado
act-paid_same = Pagado · las mismas
act-next = Otra ronda
act-next_same = Otra · las mismas
act-same = Las mismas
act-bets = Apuestas
act-open = Abrir la mesa
act-dealer_in = Entrar
act-shoe = Sabot y mezcla
act-burned = Quemada
menu-double_less = Doblar por menos
menu-pad = Poner carta
act-ruling = Decisión
menu-shoe = Sabot y mezcla
menu-table = Mesa
menu-history = Historial

## Lo hecho

last-stays-stopped = parada
last-stays-stopped-whole = La mesa está parada.
last-stays-ruling = una decisión
last-stays-ruling-whole = { $what }: es una decisión y se queda.
last-stays-opening = se abre una carta
last-stays-opening-whole = Se está abriendo una carta: lo anterior ya no se deshace.
last-stays-device = vino de un aparato
last-stays-device-whole = { $what }: lo dijo un aparato, y lo que salió del sabot no vuelve. Una carta equivocada se corrige en Cartas.
last-text = Último: { $what }
last-paid = La ronda está pagada
last-undo = ↶ Deshacer
last-reason = deshecho en la pantalla

## El lateral

side-done = Hecho en esta ronda
side-settle = Cobrar y pagar
side-then_spot = luego puesto { $spot }
side-then_dealer = luego el crupier
side-colour_up = Fichas grandes
side-irregularity = Irregularidad
side-call_floor = Llamar a sala
side-call_reason = llamada desde la pantalla de la mesa
settle-pay = paga { $amount }
settle-take = cobra { $amount }
settle-push = empate
settle-back = devolver
settle-nearest = las fichas dan { $amount } = { $chips }; quedan { $rest }
table-return_called = Puesto { $spot }: el efectivo de palabra se devuelve
shoe-show_burn = Mostrar la carta quemada
menu-note = Escribir una nota
note-title = Una nota para el registro
note-text = Nota
note-letters = ABC
note-figures = 123
note-space = Espacio
note-write = Anotar
note-empty = una nota dice algo
menu-toke = Con propina
toke-title = Una propina al doblar o dividir
toke-amount = Propina en { $hand }
settle-no_chips = ninguna ficha da este importe
settle-colour_up = { $goes } por { $comes }

## Avisos

banner-stopped = La mesa se ha parado: { $why }. No se reparte ni se paga hasta que mire un supervisor.
banner-away = { $device }: desconectado. { $meaning }
banner-distrusted = { $device }: bloqueado, hace falta un supervisor. { $meaning }
banner-fault = { $device }: { $fault }. Arréglelo y borre el fallo en la página de aparatos.
banner-door = { $device }: la puerta está abierta. Ciérrela.
banner-without-shoe = Cartas a mano: ponga cada carta; en esta ronda no se escucha al sabot.
banner-without-reader = Sin lector: esta ronda sigue sin comprobación.
banner-card_ready = La siguiente carta está lista: salió antes de tiempo.
banner-cards_out = Las cartas están fuera de juego: siga la guía
banner-shoe_over = Sabot terminado: baraje y queme una carta.
banner-last_round = Carta de corte: es la última ronda del sabot.
banner-simulated = SIMULADOS: { $devices }. No son cartas reales.
banner-training = PRÁCTICAS: nada cuenta.
banner-floor_refuses = Sala rechaza esta mesa: { $why }. Se sigue jugando, { $behind } entradas se guardan aquí. Llame a un técnico.
banner-pit_approved = Pit: { $who } aprobó: { $what }. { $reason }
banner-pit_declined = Pit: { $who } denegó: { $what }. { $reason }
banner-pit_refused = Pit: lo que respondió { $who } no cuenta: { $why }
banner-floor = No se llega a sala: se sigue jugando, { $behind } entradas esperan aquí y se envían luego.
banner-request = Hace falta un supervisor: { $what }

## Páginas

page-close = Volver
page-more = Más
pad-title = Ponga la carta
pad-ok = OK
pad-face_down = Boca abajo
pad-burned = Quemada, boca abajo
insurance-title = Seguro
insurance-full = Completo
insurance-less = Por menos
insurance-amount = Seguro de { $hand }
double-title = Doblar por menos
double-amount = Doble de { $hand }
cards-title = Cartas de { $hand }
bets-title = Apuestas
bets-no_table = La mesa no está abierta.
bets-spot = Puesto { $spot }
bets-main = Apuesta
bets-toke = Propina { $place }
bets-coupon = Cupón { $place }
bets-bettor = Jugador { $bettor }
bets-share_seated = Acepta, sentado
bets-share_standing = Acepta, nadie sentado
bets-calls = { $place } decide
bets-chip = ficha de { $name }
bets-clear = Quitar
bets-down = No va más
bets-same = Las mismas todos
irregularity-silent = El reglamento de esta mesa no dice nada: decide un supervisor.
irregularity-hold = No toque las cartas: hace falta una decisión
irregularity-offer = Ofrezca { $card } a { $hand }
irregularity-card = la carta: { $card }
clause-house = norma de la casa
irregularity-title = ¿Qué pasó?
irregularity-no_round = No hay ronda en juego.
irregularity-missed = Repartir ahora la carta que falta al crupier
irregularity-none = Nada del catálogo puede haber pasado ahora.
irregularity-void = Anular la ronda
irregularity-which_hand = Toque la mano
irregularity-which_card = ¿Qué carta?
irregularity-no_suit = Palo desconocido
irregularity-dispute = La comprobación y la carta tapada se contradicen
irregularity-supervisor = con un supervisor
prompt-keeper = El sabot pregunta si salió una carta
prompt-keeper-small = Mire la mesa y conteste
loose-title = ¿Se vio la carta?
loose-seen = Se vio
loose-unseen = No se vio
menu-people = Personas
menu-devices = Aparatos
menu-settings = Pantalla
floor-name = Sala
floor-in_step = al día
floor-behind = { $behind } por enviar
floor-away = sin conexión, { $behind } por enviar
floor-refuses = rechaza, { $behind } esperan
role-dealer = Crupier
role-supervisor = Supervisor
role-pit-manager = Jefe de mesa
role-technician = Técnico
role-auditor = Auditor

## Placa y PIN

sign-title = Placa y PIN
sign-badge = Placa
sign-pin = PIN
sign-pin_spoken = PIN, { $count } cifras puestas
sign-incomplete = placa o nombre, y un PIN de cuatro a ocho cifras
request-title = Hace falta un supervisor
request-asks = { $who } pide: { $what }
asked-expected = esperado { $expected }, diferencia { $difference }
asked-tray = fichas { $value }
asked-chips = fichas { $value }
asked-cents = importe { $value }
asked-reason = motivo: { $value }
asked-device = aparato: { $value }
asked-corrects = entrada { $value }
asked-pays_more = { $what }, { $amount }: la casa paga { $value } más
asked-takes_back = { $what }, { $amount }: la casa recupera { $value }
asked-called = apuesta de palabra { $value }
asked-spot = puesto { $value }
asked-card = carta { $value }
asked-way = modo: { $value }
request-approve = Aprobar
request-decline = Rechazar
request-withdraw = Retirar
request-wait = Esperar
request-gone = Esta petición ya tiene respuesta.
request-declined_reason = rechazado en la mesa

## Personas

people-title = Personas en la mesa
people-role = Función
people-name = Nombre
people-in-dealer = Crupier: entrar
people-in-supervisor = Entra supervisor
people-in-pit-manager = Entra jefe de mesa
people-out = { $name }: salir

## La mesa

table-title = Mesa
table-open = Abrir la mesa
table-people = Crupier, personas
table-fill = Reposición
table-credit = Devolución
table-count = Contar fichas
table-colour_up = Cambio a grandes
table-close = Cerrar la mesa
table-buy_in = Compra
table-toke = Propina
table-called = Juega el dinero
table-players = Jugadores
players-title = Jugadores y sus puestos
players-name = Jugador
players-spots = Puestos
players-sits = Se sienta
players-let_in = Dejar entrar antes de la mezcla
players-choose = elija antes un puesto
players-full = La mesa está llena. A quién se puede pedir un puesto:
players-gives_up = { $name } deja el puesto { $spot }
table-limits = Límites y opciones
table-report = Informe
table-slip = Vale
table-slip-fill = Reposición { $number }: { $total } ({ $chips }), pedido por { $who }
table-slip-credit = Devolución { $number }: { $total } ({ $chips }), pedido por { $who }
table-confirm = Confirmar
table-cancel = Anular el vale
table-cancelled = anulado en la mesa
table-confirm_called = Confirmar la apuesta de palabra del puesto { $spot }
table-withdraw = Retirar el aviso: { $changes }
notice-title = Anunciar un cambio
notice-when = Rige entre dos rondas, { $minutes } minutos después del aviso
notice-announce = Lo anuncia aquí un supervisor
notice-ask_pit = Pedir al pit que lo anuncie
notice-file_differs = El archivo de la mesa dice otra cosa: nada vale antes de su aviso
option-yes = sí
option-no = no
option-surrender-on = Empezar la rendición
option-surrender-off = Terminar la rendición
option-resplit_aces-on = Permitir volver a separar ases
option-resplit_aces-off = Prohibir volver a separar ases
option-hands_per_split = Separar hasta { $count } manos
option-surrender-name = Rendición
option-resplit_aces-name = Volver a separar ases
option-hands_per_split-name = Manos por separación
chips-open = Recuento de apertura
chips-open-done = Abrir con estas fichas
chips-close = Recuento de cierre
chips-close-done = Cerrar con estas fichas
chips-fill = Pedir reposición
chips-fill-done = Pedir estas fichas
chips-credit = Pedir devolución
chips-credit-done = Devolver estas fichas
chips-count = Contar las fichas
chips-count-done = Anotar la cuenta
chips-colour_up = Cambiar fichas de un jugador
chips-colour_up-done = Cambiar
chips-spoken = { $count } fichas de { $name }
chips-total = Total
chips-none = cuente al menos una ficha
amount-buy_in = Compra
amount-toke = Propina entregada al crupier
amount-called = Efectivo apostado de palabra
amount-minimum = Mínimo
amount-maximum = Máximo
amount-side_bet_minimum = Mínimo lateral
amount-side_bet_maximum = Máximo lateral
amount-none = ponga antes un importe

## Sabot y mezcla

shoe-title = Sabot y mezcla
shoe-who = { $who } · { $clause }
shoe-decks_in = Entran { $decks } barajas, { $colour }
colour-red = rojas
colour-blue = azules
shoe-inspected = Revisadas
shoe-begin-hand = A mano: { $reason }
shoe-begin-device = Con el barajador: { $reason }
shoe-begin-into = Al barajador: { $reason }
shoe-begin-pre-shuffled = Ya barajadas: { $reason }
reason-new-cards = cartas nuevas
reason-cutting-card = carta de corte
reason-house = lo quiere la casa
reason-cards-spread = cartas extendidas
reason-player-asked = lo pide un jugador
reason-face-up-cards = dos cartas boca arriba en el sabot
reason-shoe-empty = el sabot estaba vacío
shoe-shuffle = Arrancar el barajador
shoe-release = Sacar el mazo
shoe-riffle_more = Mezclada otra vez
shoe-riffles = × { $count }
shoe-done = Hecho
shoe-offer_cut = Ofrecer el corte
shoe-cut = Corta { $who }
shoe-cut_refused = { $who } no quiere
shoe-burned = Quemada
shoe-count = Poner la cuenta
shoe-cutting_card = Carta de corte en { $where }
shoe-spread = Cartas extendidas en el paño
shoe-first_player = El puesto { $spot } llegó primero
shoe-nobody_cuts = Aún no hay jugadores
shoe-again-hand = Empezar de nuevo a mano
shoe-again-device = Empezar de nuevo con el barajador
shoe-inside = { $inside } de { $cards } cartas en el barajador
shoe-put_back = { $out } fuera: devuélvalas entre rondas
shoe-unaccounted = Cartas sin cuadrar: { $missing }. Cuéntelas en el barajador, o sáquelas todas
shoe-take_out = Sacar todas las cartas
shoe-inventory = Contar dentro del barajador
shoe-put_away = Guardar las cartas
shoe-devices = Atender la máquina
shoe-again_why = la mezcla salió mal
shoe-cards_out = Retirar las cartas
shoe-recut = Cortar otra vez, la misma persona
shoe-recut_next = Cortar otra vez, la siguiente
shoe-recut_why = el corte no se hizo bien
cut-title = Profundidad del corte
cut-how_deep = Corta { $who }: ¿cuántas barajas quedan delante de la carta de corte?
cut-decks = { $decks } barajas
cut-cards = { $cards } cartas
count-title_shuffler = Recuento de todas las cartas
count-out_of_it = Del barajador
count-title = Cuenta del sabot
count-rest = Resto del sabot
count-discards = Descarte
count-removed = Retiradas
count-why_removed = retiradas con motivo
count-sum = { $counted } de { $cards } cartas
count-next = Otro campo

## Historial

history-title = Rondas de esta mesa
history-none = Aún no ha terminado ninguna ronda.
history-round = Ronda { $number } · casa { $net }
history-corrected = corregida
history-how = Toque una apuesta para pedir su corrección.
correct-title = Corregir { $what } de la ronda { $number }
correct-amount = Importe
correct-pays = Paga la casa
correct-takes = Recupera la casa
correct-reason-overpaid = se pagó de más
correct-reason-underpaid = se pagó de menos
correct-reason-misread = mano mal leída
correct-reason-agreed = acordado con el jugador
correct-ask = Pedir { $amount }
menu-cards = Cartas
cards-which_hand = ¿Cartas de qué mano?
cards-which = ¿Qué carta se leyó mal?
cards-none = Ninguna carta de esta mano está descubierta.
cards-is = Leída como { $card }. ¿Qué carta es?

## El aspecto

settings-title = Pantalla
settings-theme = Tema
settings-four_colours = Cartas a cuatro colores
settings-large_text = Letra grande
settings-language = Idioma
theme-dark = Oscuro
theme-light = Claro
theme-high-contrast = Contraste alto

## La pantalla segura

safe-title = Esta pantalla ha fallado. La mesa no
safe-meaning = Todo lo hecho está en el registro. Compare el paño con la pantalla antes de seguir.
safe-go_on = Toque en cualquier sitio para volver a la mesa.
safe-too-small = Esta ventana es demasiado pequeña para la mesa. Necesita { $width } × { $height } píxeles.
safe-again = Si se repite, reinicie la consola y llame a un técnico.

## Avisos tardíos

late-open = Visto tarde: en una carta anterior
late-title = Visto tarde
late-which_card = ¿En qué carta ocurrió? La más reciente va primero, con el lugar donde está anotada.
late-what = { $card } · { $place }: ¿qué ocurrió ahí?
late-not_asked = nadie había pedido la carta
late-rule_later = Decidir después
late-preview = Lo que cambiará cuando un supervisor lo apruebe:
late-nothing = Nada cambia en el paño.
late-head-what = Qué
late-head-do = Qué hacer
late-ask = Pedir al supervisor
late-struck = ya no vale
late-steps = Aviso tardío: { $done } de { $count } hechos
late-all_done = Los { $count } están hechos
late-to-hand = póngala en { $hand }
late-to-dealer = póngala con las cartas de la banca
late-to-burned = a los descartes
late-to-beside = póngala junto al paño: es la próxima carta
late-to-loose = aún no tiene lugar: la consola preguntará
late-place-dealer = banca
late-place-burned = descartes
late-place-beside = junto al paño
late-place-loose = sin lugar
late-place-shown = carta tapada vuelta
late-give_back = devuelva { $amount }
late-put_back = ponga { $amount } de nuevo en el paño
late-hand_back = devuelva la apuesta de { $amount }
late-pay = pague { $amount }
late-take = cobre { $amount }
late-lies_again = la apuesta de { $amount } queda otra vez
late-loose-title = { $card } no tiene lugar
late-loose-why = Desde el aviso tardío no le toca a nadie. ¿De quién es?
late-loose-asked = { $hand } la pidió
late-loose-nobody = Nadie la pidió
last-not_asked = No la pidió nadie
prompt-late = Ponga el paño en orden
prompt-late-small = Haga cada paso y márquelo
prompt-late_loose = Una carta no tiene lugar
prompt-late_loose-small = Diga de quién es y el juego sigue
loose-asked = { $hand } la pidió
late-booked = anotada: { $place }
late-cards_elsewhere = { $count ->
    [one] una carta cambia de lugar
   *[other] { $count } cartas cambian de lugar
    }
menu-title = Menú
banners-title = Lo que no está en orden
act-take_back = Deshacer cambio
bets-leave = Estas apuestas aún no están registradas. ¿Descartarlas?
bets-away = Descartar
insurance-even = Dinero igual
insurance-touch = Toque una mano para asegurarla.
sign-next = Siguiente
sign-short = antes el PIN
sign-in = Entrar
sign-out = Salir
irregularity-touch_spot = Toque cada puesto que haya respondido:
irregularity-spot-out = Se retira
irregularity-spot-play = Sigue
correct-choose = elija primero el motivo y luego si la banca paga o retira
prompt-offer = Puesto { $spot }, primera mano { $total }. ¿Cambia?
prompt-side_bets = Cobre y pague las apuestas laterales: { $names }
console-close = Cerrar la consola
drill-acts = ¿Quién actúa ahora?
drill-pays = { $what }, apostados { $stake }: ¿qué hace?
drill-clause = { $what }: { $amount }. ¿Por qué cláusula?
drill-right = Correcto. { $why }
drill-wrong = No: { $answer }. { $why }
drill-score = { $rules }, { $kind }: { $right } de { $asked }
drill-kind-acts = quién actúa
drill-kind-pays = qué se paga
drill-kind-clause = qué cláusula
menu-trainer = Instructor
trainer-title = Instructor
trainer-how = Lo que pasa con los aparatos simulados. Vuelva a la mesa y resuélvalo.
trainer-off = Cable fuera
trainer-on = Cable dentro
trainer-jam = Atasco
trainer-sensor = Fallo del sensor
trainer-clear = Reparar
trainer-spill = Sale una carta
trainer-double = Dos cartas a la vez
act-stand_both = mantener: ambas
chips-stacks = Pilas de 20
console-locked = La pantalla está bloqueada: el crupier entra de nuevo
banner-slip = En espera: { $slip }
