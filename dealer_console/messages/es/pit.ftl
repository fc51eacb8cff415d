## La ventana del pit

pit-window = Revisión del pit
pit-board = Tablero
pit-alerts = Alertas
pit-rulings = Decisiones
pit-rounds = Rondas
pit-reports = Informes
pit-players = Jugadores
pit-devices = Equipos
pit-evidence = Evidencia
pit-staff = Personal
pit-view = Ver
pit-theme-dark = Oscuro
pit-theme-light = Claro
pit-theme-high-contrast = Alto contraste
pit-training = ENTRENAMIENTO. PIN: { $people }
pit-failed = Esta parte de la ventana falló: { $what }. Los diarios están intactos: aquí solo se leen. Si vuelve a ocurrir, inicie pit-review de nuevo y llame al técnico.
pit-at = a las { $time }
pit-stop = Detener
pit-stopping = Deteniendo: { $what }
pit-stopped = Detenido: { $what }
pit-cancel = Cancelar
pit-save = Guardar
pit-back = Volver
pit-clear = Limpiar
pit-saved = Guardado: { $path }
pit-filter = Filtro
pit-filter-about = Escriba mientras la lista tiene el foco, o pulse Ctrl+F
pit-none = Sin filas
pit-none-match = Ninguna fila coincide
pit-none-rounds = Ninguna ronda coincide
pit-in-sight = { $first }–{ $last } de { $total }
pit-choose-first = Elija primero una fila
pit-choose-table = Elija primero una mesa
pit-list-board = Mesas
pit-list-board-items = Llamadas y alertas abiertas
pit-list-alerts = Llamadas y alertas por mesa y tipo
pit-list-alert-items = Llamadas y alertas, una por una
pit-list-rulings = Solicitudes
pit-list-rounds = Rondas
pit-list-steps = Pasos de la ronda
pit-list-players = Jugadores
pit-list-sessions = Sesiones
pit-list-devices = Equipos
pit-list-journals = Diarios
pit-list-staff = Personal
pit-list-cage-slips = Vales de la caja
pit-list-cage-boxes = Cajones
pit-list-cage-markers = Markers
pit-list-cage-cash = Registro de efectivo
pit-list-staff-changes = Qué se le hizo a quién

## Trabajo en curso

pit-loading = Cargando el historial de las mesas
pit-loading-table = Cargando el historial de la mesa: { $table }
pit-calculating = Calculando
pit-calculating-table = Calculando: { $table }
pit-looking-up = Buscando quién confirmó qué
pit-acknowledging = Confirmando
pit-ruling = Enviando la decisión
pit-searching = Buscando
pit-fetching = Cargando más rondas
pit-dealing-again = Reproduciendo la ronda { $round } de { $table }
pit-packing = Preparando el expediente
pit-drawing = Dibujando el paño
pit-writing = Escribiendo el informe como { $form }
pit-verifying = Verificando
pit-verifying-table = Verificando { $table }
pit-copying-table = Copiando { $table }
pit-comparing = Comparando con la sala
pit-rating = Calculando las calificaciones
pit-opening-staff = Abriendo la lista de personal
pit-changing-staff = Cambiando la lista de personal
pit-dealing-demo = Repartiendo la demostración

## Columnas y campos

pit-col-table = Mesa
pit-col-pit = Pit
pit-col-state = Estado
pit-col-calls = Llamadas
pit-col-game = Juego
pit-col-limits = Límites
pit-col-players = Jugadores
pit-col-dealer = Crupier
pit-col-in = Desde
pit-col-pace = Rondas/h
pit-col-win = Ganancia
pit-col-drop = Drop
pit-col-hold = Retención
pit-col-float = Float est.
pit-col-fill = Última reposición
pit-col-devices = Equipos
pit-col-irregular = Última irregularidad
pit-col-kind = Tipo
pit-col-count = Número
pit-col-newest = Más reciente
pit-col-says = Detalles
pit-col-when = Cuándo
pit-col-seen = Confirmado por
pit-col-time = Hora
pit-col-asked = Solicitud
pit-col-by = Por
pit-col-became = Estado
pit-col-round = Ronda
pit-col-spot = Puesto
pit-col-opened = Abierta
pit-col-player = Jugador
pit-col-bets = Apuestas por puesto
pit-col-action = Acción
pit-col-win-loss = Gana/Pierde
pit-col-outcome = Resultado
pit-col-flags = Marcas
pit-col-what = Qué
pit-col-sessions = Sesiones
pit-col-minutes = Minutos
pit-col-hands = Manos
pit-col-average = Apuesta media
pit-col-theo = Teórico
pit-col-actual = Real
pit-col-device = Equipo
pit-col-serial = Número de serie
pit-col-model = Modelo
pit-col-firmware = Firmware declarado
pit-col-since = Desde
pit-col-errors = Errores
pit-col-journal = Diario
pit-col-key = Clave pública
pit-col-shift = Turno
pit-name = Nombre
pit-pin = PIN
pit-badge = Credencial
pit-roles = Funciones
pit-reason = Motivo
pit-note = Nota
pit-amount = Importe
pit-card = Carta
pit-irregularity = Irregularidad
pit-from = Desde
pit-until = Hasta
pit-at-least = al menos
pit-exactly = exactamente
pit-period = Período
pit-period-day = Día
pit-period-week = Semana
pit-period-month = Mes
pit-period-all = Todo
pit-period-shift = Turno
pit-gaming-day = Día de juego
pit-by = Por
pit-by-table = Mesa
pit-by-game = Juego
pit-by-pit = Pit
pit-by-dealer = Crupier
pit-all-tables = Todas las mesas

## Tablero

pit-show-closed = Mostrar cerradas
pit-sound = Sonido al llamar
pit-state-never-opened = Nunca abierta
pit-state-closed = Cerrada
pit-state-open = Abierta
pit-state-in-a-round = Ronda
pit-state-irregularity = Irregularidad
pit-link-ready = disponible
pit-link-away = sin conexión
pit-link-distrusted = no confiable
pit-device-is = { $device } { $state }
pit-devices-ready = Listos

## Llamadas y alertas

pit-kind-request = Aprobación solicitada
pit-kind-call = Supervisor llamado
pit-kind-alarm = Alarma de mesa
pit-kind-journal = Diario rechazado
pit-kind-lock-out = Bloqueo
pit-kind-pace = Ritmo
pit-kind-win = Ganancia
pit-kind-hold = Retención
pit-kind-corrections = Correcciones
pit-kind-device-errors = Errores de equipo
pit-kind-irregularities = Irregularidades
pit-kind-soft-count = Recuento de cajones
pit-kind-cash = Registro de efectivo
pit-kind-records = Registro sin firma
pit-kind-pins = PIN erróneos
pit-kind-chips = Fichas recibidas
pit-call-request = { $action }, solicitado por { $by }: { $reason }
pit-call-lock-out = { $by }: bloqueado por PIN incorrectos
pit-call-answered = { $text }; { $answer } por { $by }
pit-answer-seen = visto
pit-answer-approved = aprobado
pit-answer-declined = rechazado
pit-alarm-times = { $text } ({ $times } veces)
pit-show-acknowledged = Mostrar confirmadas
pit-acknowledge = Confirmar
pit-acknowledge-about =
    { $count ->
        [one] { $text }
       *[other] { $count } avisos, el primero: { $text }
    }
pit-acknowledged-by =
    { $count ->
        [one] Confirmado por { $who }
       *[other] { $count } confirmados por { $who }
    }
pit-was-first = { $who } fue primero, a las { $time }
alert-pace-slow = { $pace } rondas por hora desde las { $begins }, menos de { $limit } ({ $rounds } rondas en { $minutes } minutos)
alert-pace-fast = { $pace } rondas por hora desde las { $begins }, más de { $limit } ({ $rounds } rondas en { $minutes } minutos)
alert-main-game = juego principal
alert-below = por debajo
alert-above = por encima
alert-win = { $wager }: { $result } sobre { $staked } de acción en { $count } apuestas, { $off } desviaciones estándar { $side } de la ganancia teórica de { $mean }
alert-win-by-drop = { $win }; del drop de { $drop } una retención de { $hold } deja { $leaves }
alert-hold = { $hold } el { $day }, { $side } de lo esperado, { $expected }: { $win } de un drop de { $drop }, ganancia teórica { $leaves }
alert-corrections = { $count } correcciones después del pago en el turno { $shift }
alert-device-errors = { $device }: { $count } errores en el turno { $shift }
alert-irregularities = { $dealer }: { $count } irregularidades en { $rounds } rondas el { $day }
pit-house-won = la casa ganó { $amount }
pit-house-lost = la casa perdió { $amount }
pit-house-even = la casa quedó en cero

## Decisiones

pit-announce = Anunciar un cambio
pit-announce-about = { $table }: los límites u opciones cambian entre dos rondas, al terminar el plazo del aviso
pit-announce-what = Qué cambia
pit-announce-amount = Nuevo límite, en dólares
pit-approve = Aprobar
pit-decline = Rechazar
pit-waits = En espera
pit-nobody-waits = Ninguna mesa espera una decisión.
pit-read-only = No hay sala conectada: solo lectura. Decida en la mesa misma, con credencial y PIN.
pit-asked-by = Solicitado por { $who } a las { $time }: { $reason }
pit-rule-is = Regla: { $rule }
pit-open-until = Abierta hasta las { $time }. Ligada a { $hash }…
pit-at-the-table = En la mesa:{ $say } { $do }
pit-as-it-stood = COMO ESTABA
pit-history-mark = HISTORIAL
pit-reason-rule = como dice la regla
pit-reason-camera = visto en la cámara
pit-reason-players = todos los jugadores están de acuerdo
pit-approved-sent = Aprobado, enviado a la mesa
pit-declined-sent = Rechazado, enviado a la mesa
pit-first-approved = { $who } fue primero y lo aprobó a las { $time }: { $reason }
pit-first-declined = { $who } fue primero y lo rechazó a las { $time }: { $reason }
pit-at-table = la mesa
pit-answer-none = Nadie respondió hasta las { $time }. La mesa puede volver a pedirlo.
pit-answer-withdrawn = Retirado por { $who } a las { $time }.
pit-answer-was-approved = Aprobado por { $who } en { $where }, { $time }: { $reason }.
pit-answer-was-declined = Rechazado por { $who } en { $where }, { $time }: { $reason }.
pit-answer-confirmed = Confirmado por la mesa.
pit-answer-sent = Enviado, aún sin confirmar por la mesa.

## Manos y repetición

pit-irregular-hand-one-card = Falta una carta
pit-irregular-natural-overlooked = Blackjack no visto
pit-irregular-card-misdelivered = Carta a la mano equivocada
pit-mark-irregular = Cualquier irregularidad
pit-mark-corrected = Corregida
pit-mark-undone = Deshecha o mal leída
pit-flag-irregular = irregular
pit-flag-corrected = corregida
pit-flag-undone = deshecha
pit-outcome-house = Gana la casa
pit-outcome-players = Ganan los jugadores
pit-outcome-even = En cero
pit-bet-toke = propina { $amount }
pit-bet-coupon = cupón { $amount }
pit-spot = Puesto { $spot }
pit-spot-result = Puesto { $spot }: { $amount }
pit-the-hand = La mano
pit-of-the-player = del jugador
pit-ruled-by = { $choice }, por { $who }
pit-steps = Pasos de la ronda
pit-the-game = el juego
pit-history = HISTORIAL: ronda { $round } de { $table }, { $when }. No es lo que hay ahora en la mesa.
pit-entry = Asiento { $entry }, { $when }
pit-say = Diga: «{ $text }»
pit-do = Sigue: { $text }
pit-what-is-due = Qué tocaba, y según qué cláusula
pit-copy-round = Copiar la ronda
pit-round-copied = La ronda está en el portapapeles
pit-dispute-pdf = PDF
pit-dispute-file = Expediente
pit-step-opened = No va más
pit-step-card = Carta
pit-step-decision = Decisión
pit-step-check = Carta tapada revisada
pit-step-irregularity = Irregularidad
pit-step-ruling = Fallo
pit-step-undo = Deshecho
pit-step-closed = Ronda cerrada
pit-step-undone = se deshace la entrada { $entry }
pit-step-undone-why = se deshace la entrada { $entry }: { $why }
pit-step-misread = la carta de la entrada { $entry } se leyó mal: { $move }
pit-step-late-call = aviso tardío, para la entrada { $entry }: { $moves }; aprobado por { $who }
pit-step-late-steps = { $count ->
    [one] un paso del aviso tardío de la entrada { $entry } está hecho
   *[other] { $count } pasos del aviso tardío de la entrada { $entry } están hechos
    }

## Evidencia

pit-not-genuine = NO ES AUTÉNTICO: el diario de { $table } no es lo que escribió su mesa: { $where }
pit-verify = Verificar
pit-verify-day = Verificar el día
pit-compare = Comparar
pit-compare-floor = Dirección de la sala: postgresql://pit@host/floor
pit-compare-file = El archivo de la mesa: /media/mesa.journal
pit-name-other = Elija una mesa y diga con qué compararla
pit-findings = Resultados
pit-breaks = ✗ { $table }: SE ROMPE en { $where }
pit-verified = ✓ { $table }: { $entries } entradas, { $checkpoints } puntos de control, { $rounds } rondas y { $settlements } liquidaciones calculadas de nuevo. Nada falta ni ha cambiado; { $loose } entradas del final aún no están firmadas.
pit-verified-day = ✓ { $table }, { $day }: entradas { $first } a { $last }, { $rounds } rondas y { $settlements } liquidaciones calculadas de nuevo. Nada falta ni ha cambiado; { $loose } entradas del final aún no están firmadas.
pit-verified-all =
    { $broken ->
        [0] ✓ Los { $count } diarios son correctos.
       *[other] ✗ { $broken } de { $count } diarios no son correctos.
    }
pit-same = ✓ { $text }
pit-differs = ✗ { $text }
    En la mesa: { $table }
    En la sala: { $floor }

## Jugadores

pit-col-comp = Cortesía
pit-player-vip = VIP
pit-player-barred = VETADO
pit-player-twice = abierta en dos mesas
pit-nobody-seated = { $player } no estuvo sentado en ese tiempo
pit-nobody-seated-at-all = nadie estuvo sentado en ese tiempo
pit-kind-barred = Jugador vetado
pit-kind-two-tables = Tarjeta en dos mesas
alert-barred = { $player } { $name } está vetado y juega en { $table }
alert-two-tables = { $player } juega a la vez en { $tables }
pit-still-here = sigue jugando

## Personal

pit-no-staff = No hay lista de personal abierta. Inicie pit-review con --people FILE y --pepper FILE.
pit-open-staff = Abrir la lista de personal
pit-open-staff-about = El personal lo ven y lo cambian quienes pueden administrarlo.
pit-second-person = Segunda persona
pit-second-person-about = Los cambios de personal los hacen dos personas. { $person } es una; la otra escribe su propio PIN.
pit-open-staff-first = Abra primero la lista de personal
pit-change-added = Alta
pit-change-locked = Bloqueo
pit-change-left-the-house = Baja
pit-change-changed-the-roles = Cambio de funciones
pit-change-unlocked = Desbloqueo
pit-change-reset-the-pin = PIN nuevo
pit-change-changed-the-pin = Cambio del propio PIN
pit-change-trusted-another-directory-key = Clave de directorio aceptada
pit-not-oneself = No para uno mismo: lo hace otra persona que pueda administrar
pit-active = Activo
pit-terminated = Baja
pit-locked-why = Bloqueado: { $why }
pit-locked-out = Bloqueado hasta las { $time } tras { $count } PIN incorrectos
pit-wrong-pins = { $count } PIN incorrectos seguidos
pit-my-pin = Mi PIN
pit-my-pin-about = Primero el PIN que vale hasta ahora.
pit-new-person = Persona nueva
pit-new-pin = PIN nuevo
pit-new-pin-again = El mismo otra vez
pit-new-pin-about = { $name } lo escribe y nadie más mira.
pit-next-pin = Sigue: PIN
pit-lock = Bloquear
pit-lock-why = ¿Por qué se bloquea a { $name }?
pit-lock-badge = perdió la credencial
pit-lock-leave = de permiso
pit-lock-investigation = investigación
pit-unlock = Desbloquear
pit-terminate = Dar de baja
pit-terminate-sure = ¿Dar de baja a { $name }? Ya no podrá entrar.
pit-roles-of = Funciones de { $name }
pit-roles-about = Una o más funciones. Lo que puede hacer cada una está en permissions.toml.
pit-now-locked = { $name } está bloqueado
pit-now-unlocked = { $name } está desbloqueado
pit-now-terminated = { $name } está dado de baja
pit-has-new-pin = { $name } tiene un PIN nuevo
pit-has-roles = { $name }: { $roles }
pit-person-added = { $name } está en la lista de personal

## Lo que no puede ser

pit-told = { $text }
pit-no-floor-there = { $place } no es una sala
pit-not-opened = { $table } no se abrió el día de juego { $day }
pit-none-opened = ninguna mesa de { $place } se abrió el día de juego { $day }
pit-never-opened = ninguna mesa de { $place } se abrió nunca
pit-round-not-signed = la ronda { $round } de { $table } aún no está firmada: al final de la ronda sigue un punto de control
pit-rule-at-table = { $place } no es una sala: decida en la mesa misma, con credencial y PIN
pit-order-at-table = { $place } no es una sala: hágalo en la mesa misma, con credencial y PIN
record-known = { $what } ya está anotado; nada se anota dos veces
record-two-people = cuentan dos personas: la segunda firma con otro nombre
count-not-below-0 = un recuento no es menor que 0
recount-needs-reason = este cajón ya se contó: diga por qué se cuenta otra vez
player-barred = { $name } ({ $player }) tiene prohibida la entrada: llame a seguridad, no siente a nadie
amount-above-0 = ponga un importe mayor que 0
alert-record-unsigned = El registro { $number } de los puestos no está firmado por { $person }, a quien nombra: no cuenta
alert-wrong-pins = { $person } está bloqueado tras { $count } PIN erróneos en este equipo. Mire quién estaba
alert-soft-count = Cajón del turno { $shift }: { $counted } contado, { $recorded } anotado, diferencia { $off }
alert-cash-in = Tarjeta { $card }, { $day }: { $amount } de entrada en { $count } operaciones
alert-cash-out = Tarjeta { $card }, { $day }: { $amount } de salida en { $count } operaciones
alert-chips-received = Vale { $slip }: la caja contó { $counted }, el vale dice { $recorded }
pit-reason-first = una decisión necesita su motivo
pit-another-rules = quien lo pide no puede decidir: lo hace otra persona
pit-no-shift-yet = { $table } aún no tiene turno: la mesa nunca se abrió
pit-no-such-shift = { $table } no tiene el turno { $shift }; tiene del { $first } al { $last }
pit-index-older = el índice de { $place } es de una forma anterior: actualícelo
pit-journal-trouble = { $table }: { $trouble }
pit-index-lacks = al índice le faltan { NUMBER($count, useGrouping: 1) } entradas; inícielo con: dealer-console floor serve
pit-index-lacks-rounds = el índice tiene { NUMBER($held, useGrouping: 1) } de { NUMBER($rounds, useGrouping: 1) } rondas; créelo de nuevo con: dealer-console floor serve --rebuild
pit-entry-unreadable = la entrada { $seq }, { $kind }, no se puede leer. Ejecute dealer-console verify y llame al técnico
pit-entry-unfit = la entrada { $seq }, { $kind }, no cabe en el índice: { $reason }. Ejecute: dealer-console verify
pit-index-busy = { $place } o su índice no se puede leer ahora: { $why }. Inténtelo de nuevo
pit-journal-twice = { $place } tiene el mismo diario dos veces: quite la copia
pit-folder-empty = la carpeta { $place } no tiene ningún diario (ningún archivo *.journal)
pit-folder-not-empty = la carpeta { $place } no está vacía: elija otra para la demostración
pit-entry-missing = la entrada { $entry } no está en { $place }: verifique el diario
pit-no-such-journal = { $place } no tiene el diario { $log }
pit-no-journal = no hay ningún diario { $place }
pit-no-such-table = { $place } no tiene la mesa { $table }; tiene { $names }
pit-several-tables = { $place } tiene varias mesas: nombre una de { $names }
pit-no-such-round = { $table } no tiene la ronda cerrada { $round }
pit-not-dealt-again = la ronda { $round } de { $table } no se puede repetir: { $why }. Verifique el diario
pit-no-shoe = la ronda { $round } de { $table } no tiene sabot: verifique el diario
pit-no-such-form = un informe se escribe como { $forms }, no como { $form }
pit-choose-one-form = elija una sola de --pdf, --csv, --xlsx y --json
pit-choose-one-of = { $option }: elija entre { $known }
pit-say-where = diga dónde va el { $form }: -o FILE.{ $ending }
pit-shift-or-day = un informe es de un turno o de un día: quite uno de los dos
pit-no-day = { $text } no es un día: escriba 2026-11-16
pit-no-time = { $text } no es una hora: escriba 2026-11-16 o 2026-11-16T20:15 (UTC)
pit-no-such-mark = irregularidad desconocida { $text }{ $near }; { $any } encuentra todas, 'corrected' y 'undone' encuentran esas
pit-no-journals-here = ninguna mesa de este equipo tiene diario todavía ({ $folder }). Nombre un diario, una carpeta de diarios o postgresql://login@host/database; `make pit` abre una demostración.
pit-no-journals-but-demo = ninguna mesa de este equipo tiene diario todavía ({ $folder }). Nombre un diario, una carpeta de diarios o postgresql://login@host/database; `make pit` abre una demostración. La mesa de `make run` está aquí: pit-review { $demo } --training.

## Caja y escritorios

pit-cage = Caja
pit-cage-send = Preparar y enviar
pit-cage-send-about = { $slip }: { $amount } ({ $chips }). Se imprime el vale y las fichas van a la mesa con el mensajero.
pit-cage-runner = Mensajero
pit-cage-void = Anular
pit-cage-void-about = { $slip }: lo aprueba otra persona en la mesa o en el pit.
pit-cage-receive = Recibir fichas
pit-cage-receive-about = { $slip }: cuente las fichas que volvieron a la caja.
pit-cage-received = Recibido
pit-cage-sent = Enviado a la mesa, vale guardado en { $path }
pit-cage-not-open = Este vale no está en ese paso
pit-col-sent = Enviado por
pit-col-runner = Mensajero
pit-col-counted = Contado por
pit-col-confirmed = Confirmado por
pit-col-chips = Fichas
pit-boxes = Cajones
pit-col-box-recorded = Anotado
pit-col-box-counted = Contado
pit-col-box-times = Recuentos
pit-count-box = Anotar recuento
pit-count-box-about = Cajón de { $table }, turno { $shift }: cuente sin mirar lo anotado. Firman dos personas.
pit-count-markers = Markers en el cajón
pit-second = Segunda persona
pit-second-pin = Segundo PIN
pit-markers = Markers
pit-col-marker = Marker
pit-col-issued = Emitido
pit-col-redeemed = Cobrado en mesa
pit-col-paid = Pagado en caja
pit-col-left = Pendiente
pit-col-balance = Saldo
pit-marker-pay = Cobrar
pit-marker-pay-about = { $marker } de { $player }: { $left } pendiente
pit-marker-method = Pagado con
pit-marker-print = Marker en PDF
pit-method-cash = Efectivo
pit-method-chips = Fichas
pit-method-check = Cheque
pit-cash-log = Registro de efectivo
pit-col-cash-in = Entrada
pit-col-cash-out = Salida
pit-col-times = Operaciones
pit-cash-out = Pagar efectivo
pit-cash-out-about = Fichas por efectivo en la caja. Deje la tarjeta vacía si nadie la conoce.
pit-nobody-known = (sin tarjeta)
pit-request-fill = Pedir reposición
pit-request-credit = Pedir devolución
pit-request-about = { $table }: fichas por valor
pit-entered = Anotado
pit-ordered = Enviado a la mesa
pit-rate-seat = Sentar o mover
pit-rate-seat-about = Una tarjeta juega en una mesa a la vez: la sesión abierta en otra mesa se cierra allí.
pit-rate-spots = Puestos
pit-rate-close = Cerrar sesión
pit-rate-close-about = { $player } en { $table }
pit-rate-average = Corregir apuesta media
pit-rate-average-about = { $player } en { $table }: media anotada { $amount }
pit-average-corrected = { $amount } corregida
