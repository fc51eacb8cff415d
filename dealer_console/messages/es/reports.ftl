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
figure-drop = Caja
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
