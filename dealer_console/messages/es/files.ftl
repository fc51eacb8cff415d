# Qué está mal en un archivo de la configuración: reglamentos, mesas, permisos, alertas, jugadores, respuestas de setup.

file-problems = { $count ->
    [one] { $file }: { $count } problema
   *[other] { $file }: { $count } problemas
    }
file-problem = { $key }: { $reason }
file-problem-by = { $key }: { $reason } [{ $clause }]
file-write-clause-table = escriba una tabla, como {"{"} is = ..., clause = "..." {"}"}
file-write-table = escriba una tabla
file-write-list = escriba una lista, como [1, 2]
file-write-text = escriba un texto entre comillas
file-write-number = escriba un número entero
file-write-yes-no = escriba true o false
file-write-day = escriba un día, como 2026-11-16
file-write-decimal = escriba un decimal entre comillas, como "0.0058"
file-write-time = escriba una hora del día, como "06:00"
file-write-dollars = escriba dólares entre comillas, como "10000"
file-write-columns = escriba { $columns }
file-write-something = no puede estar vacío
file-write-slug = escriba letras minúsculas, cifras y guiones, como "bj-7"
file-write-currency = escriba las tres letras de una moneda, como "EUR"
file-write-public-key = escriba los 64 dígitos hexadecimales de una clave pública
file-write-odds = escriba un pago, como "3:2"
file-write-share = escriba una parte, como "1/2", o "none"
file-at-least = como mínimo { $limit }
file-at-most = como máximo { $limit }
file-too-few = aquí va al menos { $limit }
file-too-many = aquí van como máximo { $limit }
file-unknown-key = clave desconocida{ $hint }
file-key-missing = falta esta clave
file-not-offered = { $value } no es una de las opciones: { $expected }{ $hint }
file-value = { $value }: { $reason }
file-clause-missing = falta esta cláusula
file-unknown-topic = tema desconocido{ $hint }
file-wrong-pay-table = tabla de pagos equivocada; se espera { $expected }
file-unknown-row = fila desconocida{ $hint }
file-row-missing = falta esta fila; paga { $least } a 1
file-pays-at-least = paga { $pays } a 1; la cifra legal es al menos { $least } a 1
file-pays-exactly = paga { $pays } a 1; la cifra legal es exactamente { $least } a 1
file-unknown-irregularity = irregularidad desconocida{ $hint }
file-no-choice-of = { $choice } no es una opción de { $code }{ $hint }
file-not-among-choices = { $choice } no está entre las opciones{ $hint }
file-expected-one-of = se espera uno de { $expected }
file-unlike-approved = { $key } = { $value } difiere del juego aprobado ({ $usual }): puede afectar a la aprobación
file-no-time-zone = no es una zona horaria; escriba una como America/New_York
file-no-such-time-zone = no existe esa zona horaria; escriba "UTC" o un nombre como "America/New_York"
file-unlike-its-name = { $name } no concuerda con el nombre del archivo { $file }
file-rules-unusable = no se puede usar el reglamento: { $reason }
file-chip-worth = una ficha vale más de 0.00
file-chips-alike = { $value } ya es de la ficha { $chip }; dos fichas nunca deben parecer ni contar igual
file-chip-unit = la unidad es la ficha más pequeña de la mesa, { $smallest }, no { $unit }
file-shuffled-by-hand = { $device }: no puede estar en esta mesa; las cartas solo se mezclan a mano
file-cut-after-shuffle = { $device }: no puede estar en esta mesa; las cartas se cortan después de cada mezcla
file-reader-needs-choice = un lector necesita hole_card = "reader"; esta mesa tiene { $choice }
file-shoe-or-continuous = una mezcladora continua hace las veces de sabot: indique uno de los dos
file-choice-needs-reader = hole_card = "reader" necesita un lector
file-angel-eye-shoe = { $device }: no habla angel-eye; solo un sabot
file-angel-eye-keeper = a un sabot que habla angel-eye se llega por su guardián: escriba "unix:" y la ruta de su socket
file-designs-camera = { $device }: no ve cartas; solo una cámara tiene diseños
file-only-with-key = { $device }: solo funciona con su clave
file-control-keeper = solo el guardián de dialect = "angel-eye" tiene un socket de control
file-no-port = { $port } no es un puerto: empiece por { $known }
file-stands-twice = { $value } aparece dos veces
file-one-shuffler = una mesa tiene una mezcladora
file-thresholds-rise = { $amount } debe superar { $before }: los umbrales suben de fila en fila
file-no-address = { $floor } no es una dirección: { $reason }
file-floor-address = se espera postgresql://servidor/base
file-no-password = una contraseña no va en este archivo; use un archivo de contraseñas
file-spots-per-player = { $most ->
    [one] un jugador tiene como máximo un puesto, no { $spots }
   *[other] un jugador tiene como máximo { $most } puestos, no { $spots }
    }
file-called-wagers = aquí no juega el efectivo: la apuesta se coloca en su puesto
file-dealer-cuts = el crupier corta solo cuando todos los jugadores han rechazado
file-no-utf8 = no es UTF-8 en el byte { $byte }
file-unreadable = no se puede leer: { $reason }
file-card-twice = esta tarjeta aparece dos veces
file-player-card = un jugador tiene un número de tarjeta
file-yes-no-empty = { $column } es yes, no o nada
file-no-decimal = no es una cifra decimal
file-not-below-zero = no puede ser menor que 0
file-above-zero = debe ser mayor que 0
file-below-fewest = { $most } es menos que el mínimo, { $fewest }
file-correlation = una correlación está entre 0 y 1
file-unknown-rule-set = reglamento desconocido{ $hint }
file-rule-set-missing = falta este reglamento
file-another-table = hay otra mesa { $name } en este archivo
file-somebody-else = otra persona ya tiene { $value }
file-unknown-action = acción desconocida{ $hint }
file-action-missing = falta esta acción
file-two-people-fixed = aquí no se nombra ningún paso: quite la línea (que una reposición, una devolución y una mezcla anunciada son cosa de dos está fijado)
file-nobody-ever = nadie puede hacer esto nunca; dé el derecho al menos a una función
file-nobody-approves = alguien puede pedirlo, pero nadie puede aprobarlo
file-alone-and-approved = una función lo hace sola y otra solo con aprobación; así no hay doble control
