## El informe

report-title = Informe del turno
report-none = La mesa aún no se ha abierto.
report-nothing = No pasó nada irregular.
report-correction = Corrección
report-money = Dinero
report-pace = Ritmo
report-wagers = Apuestas
report-cards = Cartas
report-people = Crupieres
report-irregularities = Irregular
figure-opener = Apertura
figure-fills = Reposiciones
figure-credits = Devoluciones
figure-drop = Drop
figure-buy_ins = Compras
figure-expected = Fichas esperadas
figure-closer = Cierre
figure-difference = Diferencia
figure-win = Ganancia
figure-hold = Retención
figure-corrected = Corregido
figure-coloured_up = Cambiado a grandes
figure-rounds = Rondas
figure-hands = Manos
figure-rounds_per_hour = Rondas por hora
figure-hands_per_hour = Manos por hora
figure-are = Las cartas
figure-shoes = Sabots
figure-burns = Cartas quemadas
figure-counts_off = Cuentas que no cuadraron
figure-count = Número
figure-staked = Acción
figure-taken = Cobrado
figure-paid = Pagado
figure-house = Gana/Pierde
figure-serial = Serie
figure-firmware = Firmware declarado
figure-frames = Tramas
figure-errors = Errores en la línea
figure-retries = Reenvíos
figure-uptime = En marcha desde

## Dispositivos

figure-sharpness = Nitidez
figure-turn = Carta girada
figure-fineness = Píxeles por milímetro
figure-light = Luz
figure-confidence = Seguridad
figure-aim = Carta en

## El informe del turno en papel

paper-head = INFORME DEL TURNO  { $table }  turno { $shift }  ({ $stage })
paper-stage = { $stage ->
    [not_open] sin abrir
    [open] abierto
   *[closed] cerrado
  }
paper-rules = Reglas   { $rules }
paper-opened = Abierto  { $time } UTC por { $who }, verificado por { $other }
paper-until = Hasta    { $time } UTC
paper-of-money = Dinero
paper-of-chips = Fichas
paper-of-pace = Ritmo y cartas
paper-of-wagers = Apuestas
paper-of-side-bets = Apuestas secundarias
paper-of-tokes = Propinas (aparte del juego)
paper-of-toke-wagers = Propinas apostadas
paper-of-slips = Reposiciones y devoluciones
paper-of-markers = Markers
paper-of-dealers = Crupieres
paper-of-irregularities = Irregularidades
paper-of-corrections = Correcciones
paper-of-notices = Avisos
paper-of-called-wagers = Efectivo en juego
paper-buy-ins = compras: { $count }
paper-win-counted = cierre + dev. + caja - apert. - repos.
paper-win-by-the-books = según los libros, bandeja sin contar
paper-hold-is = ganancia / caja
paper-markers-in-drop = Markers en el drop
paper-coupons = Cupones recibidos
paper-difference-flag = *** DIFERENCIA: { $says }
paper-tray-ran-short = *** Según los libros la bandeja bajó de 0.00: falta anotar una reposición o compra
paper-open-for = Tiempo abierto
paper-per-hour = { $count } por hora
paper-burned = quemadas: { $burned }, recuentos erróneos: { $off }
paper-inspected = revisadas por { $who }
paper-inspected-by-nobody = nadie las revisó
paper-tokes-given = Dadas a crupieres
paper-tokes-won = Ganadas
paper-tokes-won-are = apuestas y ganancias
paper-tokes-house = Casa en propinas
paper-tokes-house-are = parte de la ganancia
paper-fill = reposición
paper-credit = devolución
paper-slip-step = { $step ->
    [requested] pedida
    [sent] enviada
    [verified] contada
    [confirmed] confirmada
   *[cancelled] anulada
  }
paper-notice-step = { $step ->
    [waiting] en espera
    [in-effect] vigente
   *[withdrawn] retirado
  }
paper-called-step = { $step ->
    [called] anunciada
    [counts] cuenta
   *[returned] devuelta
  }
paper-col-chip = Ficha
paper-col-wager = Apuesta
paper-col-slip = Vale
paper-col-what = Qué
paper-col-amount = Importe
paper-col-step = Estado
paper-col-requested-by = Pedida por
paper-col-settled-by = Cerrada por
paper-col-marker = Marker
paper-col-player = Jugador
paper-col-redeemed = Cobrado
paper-col-issued-by = Emitido por
paper-col-approved-by = Aprobado por
paper-col-dealer = Crupier
paper-col-since = Desde
paper-col-until = Hasta
paper-col-per-hour = Por hora
paper-col-kind = Tipo
paper-col-change = Cambio
paper-col-from = Desde
paper-col-called = Número
paper-col-spot = Puesto
paper-col-cash = Efectivo
paper-col-supervisor = Supervisor
paper-still-open = La mesa sigue abierta: este no es un informe de cierre.
