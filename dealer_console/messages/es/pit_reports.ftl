## Informes del pit

report-report = Informe
report-title-shift = Turno { $shift }
report-title-day = Informe diario de juegos de mesa
report-title-week = Informe semanal de juegos de mesa
report-title-month = Informe mensual de juegos de mesa
report-all-tables = todas las mesas
report-all = Todo
report-no-pit = Sin pit
report-still-open = aún abierto
report-from-journal = { $period }. Del diario hasta { $time } UTC.
report-page = página { $page } de { $pages }
report-prepared-by = Preparado por, fecha
report-verified-by = Verificado por, fecha
report-charts = Gráficos
report-chart-win = Ganancia por liquidaciones
report-chart-pace = Ritmo: rondas y manos
report-of-money = Dinero
report-of-pace = Ritmo
report-of-hold = Retención
report-of-table = Mesas
report-of-shift = Turnos
report-of-game = Juegos
report-of-pit = Pits
report-of-wagers = Apuestas
report-of-side-bets = Apuestas laterales
report-of-tokes = Propinas
report-of-soft-count = Recuento de cajones
report-of-markers = Markers
report-not-counted = sin contar
report-col-recorded = Anotado
report-col-counted = Contado
report-col-people = Contado por
report-col-marker = Marker
report-col-player = Jugador
report-col-issued = Emitido
report-col-redeemed = Cobrado
report-col-approved = Aprobado por
report-of-irregularities = Irregularidades
report-of-corrections = Correcciones
report-of-dealers = Crupieres
report-of-journals = Diarios
report-win-counted = Ganancia, contada
report-win-books = Ganancia, según libros
report-closer-expected = Cierre esperado
report-no-drop = sin drop
report-figure = Cifra
report-time-open = Tiempo abierta
report-nobody = nadie
report-tokes-given = Entregado al crupier
report-tokes-won = Ganado por propinas apostadas
report-col-table = Mesa
report-col-shift = Turno
report-col-game = Juego
report-col-pit = Pit
report-col-opener = Apertura
report-col-fills = Reposiciones
report-col-credits = Devoluciones
report-col-drop = Drop
report-col-closer = Cierre
report-col-win = Ganancia
report-col-hold = Retención
report-col-theo-win = Ganancia teórica
report-col-theo-hold = Retención teórica
report-col-variance = Varianza
report-col-rounds = Rondas
report-col-hands = Manos
report-col-rounds-h = Rondas/h
report-col-hands-h = Manos/h
report-col-minutes = Minutos
report-col-wager = Apuesta
report-col-number = Número
report-col-action = Acción
report-col-taken = Tomado
report-col-paid = Pagado
report-col-win-loss = Gana/Pierde
report-col-kind = Tipo
report-col-dealer = Crupier
report-col-rules = Reglas
report-col-journal = Diario
report-col-shifts = Turnos

## El expediente

dispute-title = Ronda { $round }, mesa { $table }
dispute-footer = { $title }, entradas { $first } a { $last } del diario { $log }
dispute-round = La ronda
dispute-results = Resultados
dispute-entries = Asientos
dispute-rulings = Irregularidades y correcciones
dispute-no-rulings = En esta ronda no se llamó ninguna irregularidad y nada se corrigió.
dispute-settlements = Liquidaciones
dispute-clauses = Las cláusulas, en palabras
dispute-steps = Paso a paso
dispute-a-device = un equipo
dispute-none = ninguna
dispute-correction = corrección de la entrada { $entry }
dispute-late = { $what } (aviso tardío, para la entrada { $entry })
dispute-set-aside = { $decision } (sin efecto por el aviso tardío de la entrada { $entry })
dispute-to-bettor = { $amount } para el apostador: { $reason }
dispute-in-turn = en turno
dispute-way-take = tomada
dispute-way-pay = pagada
dispute-way-push = empate
dispute-statement-player = Declaración del jugador
dispute-statement-dealer = Declaración del crupier
dispute-statement-supervisor = Decisión del supervisor
dispute-signature = Nombre y firma
dispute-date = Fecha y hora
dispute-col-time = Hora
dispute-col-what = Qué
dispute-col-asked-by = Solicitado por
dispute-col-decision = Decisión
dispute-col-decided-by = Decidido por
dispute-col-hand = Mano
dispute-col-bettor = Apostador
dispute-col-wager = Apuesta
dispute-col-stake = Monto
dispute-col-outcome = Resultado
dispute-col-taken = Tomado
dispute-col-paid = Pagado
dispute-col-rule = Regla
dispute-col-says = Qué dice
dispute-how = Ronda { $round } de la mesa { $table }
    { "" }
    { $name }.pdf      qué pasó, paso a paso, con la regla de cada paso
    { $name }.round    la ronda en palabras; se repite con: dealer-console replay "{ $name }.round"
    { $name }{ $ending }  las entradas del diario alrededor, con hashes y firmas
    { "" }
    Para comprobar los archivos, las entradas y las firmas sin nuestro programa, con Python 3.8 o posterior:
    { "" }
    python verify_journal.py "{ $name }{ $ending }" --key { $key }
    python verify_journal.py "{ $name }.manifest"
    { "" }
    Compare la clave con la que recibió cuando se hizo el diario, no con esta página.

## Dinero

pit-money = Dinero
pit-list-money = Dinero de las mesas
pit-list-board-tray = Fichas ahora por denominación
pit-list-money-tray = Fichas ahora por denominación
pit-col-chips-now = Ahora est.
pit-col-chips-counted = Contadas
pit-col-chips-slips = Repos. − devol.
pit-col-chips-color-ups = Cambio a grandes
pit-col-chips-buy-ins = Compras est.
pit-col-chips-play = Juego est.
pit-not-in-chips = sin ficha
pit-tray-counted = { $table } Contadas { $time }
pit-tray-about = Contado: la apertura o el último recuento, reposiciones, devoluciones, cambios a grandes. Estimado: compras y markers según las fichas que propuso la consola, apuestas y pagos según el menor número de fichas. El cambio hecho en la mesa no se registra.
pit-list-chips = Fichas por denominación
pit-list-slips = Vales de reposición y devolución
pit-col-last-closer = Último cierre
pit-col-opener-off = Apertura − cierre
pit-col-buy-ins = Compras
pit-print-slips = Vale en PDF
pit-kind-opener = Apertura distinta
pit-kind-closer = Cierre imposible
alert-opener = turno { $shift }: apertura { $opener }, último cierre { $closer }: { $off }
alert-closer = turno { $shift }: { $counted } fichas de { $worth } contadas, solo vinieron { $came }
pit-counted-at-table = { $action }: lo que se cuenta o se mira se aprueba en la mesa misma
report-opener-off = Apertura frente al último cierre
report-of-chips = Fichas
report-col-came = Llegaron
report-col-difference = Diferencia
report-impossible = imposible: más de las que llegaron
slip-denomination = Denominación
slip-number = Vale
slip-chips = Fichas
slip-fill = Reposición
slip-credit = Devolución
slip-step-requested = Solicitado
slip-step-sent = Enviado por la caja
slip-step-verified = Contado por el crupier
slip-step-confirmed = Confirmado
slip-step-cancelled = Anulado
slip-title-fill = Vale de reposición { $number }
slip-title-credit = Vale de devolución { $number }
slip-of = Mesa { $table }, turno { $shift }
slip-void = ANULADO
slip-requested = Solicitado por { $who }, { $time }
slip-sent = Enviado por { $who } de la caja con { $runner }, { $time }
slip-verified = Contado por el crupier { $who }, { $time }
slip-confirmed = Confirmado por { $who }, { $time }
slip-cancelled = Anulado por { $who }, { $time }
slip-void-approved = Anulación aprobada por { $who }: { $why }
slip-sign-cage = Caja, firma
slip-sign-runner = Mensajero, firma
slip-sign-dealer = Crupier, firma
slip-sign-supervisor = Supervisor, firma
marker-title = Marker { $number }
marker-player = Jugador: tarjeta { $card } { $name }, puesto { $spot }
marker-issued = Emitido por { $who }, aprobado por { $approved }, { $time }
marker-owes = He recibido estas fichas y debo { $amount } a la casa.
marker-sign-player = Jugador, firma
