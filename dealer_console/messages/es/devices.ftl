## La línea de arriba

device-shoe = Sabot
device-batch-shuffler = Mezcladora
device-continuous-shuffler = Mezcladora
device-reader = Lector
device-camera = Cámara
light-ready = disponible
light-away = sin conexión
light-distrusted = bloqueo
light-fault = { $fault }
light-door = puerta abierta
light-without = sin usar
light-off_table = fuera de la mesa
light-batch-asked = espera
light-batch-shuffling = mezclando
light-batch-ready = mazo listo
light-batch-releasing = saliendo
light-batch-dead = mazo inservible

## Avisos

trouble-no-answer = no responde, mire corriente y cable
trouble-port-lost = su cable está suelto
trouble-not-paired = no está unido a esta mesa
trouble-wrong-key = está unido a otra mesa
trouble-service = su llave de servicio está puesta
trouble-event-gap = faltan avisos
trouble-commit-mismatch = una carta no es la que selló
trouble-count-step = su cuenta dio un salto
trouble-reader-fault = sus respuestas no coinciden
trouble-wrong-device = no es el dispositivo esperado
trouble-second-host = otro le da órdenes
trouble-unapproved-identity = no está aprobado para esta mesa
trouble-old-epoch = una copia, o perdió su memoria
trouble-camera-lost = no hay imagen
trouble-jam = una carta atascada
trouble-double_feed = salieron dos cartas a la vez
trouble-motor = falla su motor
trouble-unreadable = una carta no se lee
trouble-foreign_card = una carta ajena
trouble-door_in_cycle = se abrió su puerta en marcha
trouble-power_in_cycle = se fue la corriente en marcha
trouble-rng = falla su azar
trouble-sensor = falla un sensor
trouble-count_drift = su cuenta de cartas no cuadra
trouble-reversed = una carta estaba al revés
trouble-gate = falla su compuerta
trouble-memory = falla su memoria
trouble-batchdead = su mazo no vale
trouble-shufflefinished = su mazo no está completo
trouble-deviceempty = está vacío
trouble-poweredup = se ha reiniciado
trouble-cardinunarmedreader = se metió una carta antes de tiempo
meaning-shoe = Ponga las cartas a mano.
meaning-shoe_first = Arréglelo, o un supervisor lo retira de la mesa en la página de dispositivos. Después ponga las cartas a mano.
meaning-reader = La comprobación necesita una decisión.
meaning-batch-shuffler = Se baraja a mano.
meaning-continuous-shuffler = Se baraja a mano.
meaning-camera = No se guardan imágenes.

## Páginas

keeper-title = El sabot pregunta
keeper-retransmission = El sabot avisó otra vez de una carta. ¿Es una carta nueva en la mesa?
keeper-retransmission-yes = Una carta nueva
keeper-retransmission-no = Ya está contada
keeper-card-out = El sabot no pudo leer. ¿Salió una carta?
keeper-card-out-yes = Salió una carta
keeper-card-out-no = No salió ninguna
compare-title = Compare las cartas
compare-counted = { $device }: contadas
compare-recorded = Anotadas
compare-last = Últimas cartas
compare-covered = tapada
compare-more = { $count ->
    [one] Ha salido una carta más: ahora se le pregunta por ella.
   *[other] Han salido { $count } cartas más: ahora se le pregunta por ellas.
    }
compare-reader = Saque la carta tapada del lector y métala otra vez.
compare-agree = Coinciden: seguir con él
compare-differ = No coinciden

## Dispositivos

camera-title = Lo que ve la cámara
camera-open = Mirar por la cámara
camera-what = Mirar por la cámara, para orientarla y enfocarla
camera-not_open = La imagen en vivo no está abierta: falta el permiso de un supervisor, o empezó una ronda.
camera-end = Terminar la imagen en vivo
devices-title = Dispositivos
devices-none = Esta mesa no tiene dispositivos.
devices-link = Línea
devices-fault = Fallo
devices-door = Puerta
devices-simulated = Simulado
devices-yes = sí
devices-pairing = Palabras de emparejado
devices-picture = lo que ve la cámara
devices-sensor = Sensor: { $sensor }
devices-jams = { $place } ({ $count })
place-inlet = Entrada
place-feeder = Alimentador
place-mixer = Mezclador
place-elevator = Elevador
place-outlet = Salida
place-head = Cabezal lector
sensor-inlet_cards = cartas en la entrada
sensor-feed_edge = borde en el alimentador
sensor-mixer_position = posición del mezclador
sensor-elevator_limit = fin del elevador
sensor-outlet_cards = cartas en la salida
sensor-card_camera = cámara de cartas
sensor-door_switch = interruptor de puerta
sensor-gate_position = posición de la compuerta
step-open_lid = Abrir la tapa
step-remove_cards = Sacar todas las cartas
step-clean_sensor = Limpiar el sensor
step-close_doors = Cerrar todas las puertas
step-power_off_and_on = Apagarlo y encenderlo
step-recount = Dejar que cuente sus cartas
step-call_service = Llamar a un técnico
step-clear = Borrar el fallo aquí, con un supervisor
figure-repeated = Repeticiones en la línea
figure-lost = Líneas perdidas
figure-hours = Horas de servicio
figure-good-shuffles = Mezclas buenas
figure-bad-shuffles = Mezclas malas
figure-cards = Cartas
figure-faults = Fallos
devices-cards_out = Sacar todas las cartas
devices-clear = Borrar el fallo
devices-trust = Volver a confiar
devices-place = Lugar
devices-off_table = fuera de la mesa: las cartas se ponen a mano
devices-take_off = Retirarlo de la mesa
devices-put_back = Devolverlo a la mesa
devices-compared = mirado y comparadas las cartas
devices-seen = Visto: { $alarm }

## Alarms

alarm-second-card = { $device }: { $trouble }. El crupier dice si se vio una segunda carta; luego, un supervisor
alarm-step = { $device }: { $step }
alarm-fault = { $device }: { $trouble }. { $step }
alarm-reports-missing = { $device }: pueden faltar avisos. Compare las cartas de la mesa con la pantalla
alarm-read-card-corrected = Ronda { $round }, { $hand }: un equipo leyó { $was }, { $person } dice { $card }; aprobado por { $other }. Mire la carta
alarm-paid-card-corrected = Ronda { $round }, { $hand }: { $person } dice { $card } donde se anotó { $was }, después de mover dinero; aprobado por { $other }. Mire la carta
alarm-card-not-counted = { $device }: salió una carta entre dos sabots y no se contó. Póngala con las demás
alarm-camera-differs = { $device }: ve { $seen } donde el sabot dice { $shoe }. Mire la carta y corríjala si el sabot se equivoca
alarm-strange-card = { $device }: una carta de un diseño desconocido. Mírela; si no es de aquí, avise: { $code }
alarm-order-refused = el dispositivo ({ $device }) se negó a { $order }: { $why }. Mírelo y pida otra vez
alarm-card-not-placed = la carta { $card } no tiene lugar: { $why }
alarm-card-not-placed-by = la carta { $card } no tiene lugar: { $why } [{ $clause }]
alarm-driver-failed = falló el controlador del dispositivo ({ $device }): { $why }. Reinicie la consola entre rondas
alarm-unsigned-entries = las anotaciones { $a } a { $b } del registro no estaban firmadas al arrancar la consola. Tras un corte de luz puede ser; compárelas con las cartas y fichas de la mesa
alarm-wrong-pins = un nombre está bloqueado tras { $count } PIN erróneos en esta mesa. Mire quién estaba
alarm-many-wrong-pins = { $count } PIN erróneos en una hora en esta mesa, de cualquier nombre: alguien los adivina. Mire quién estaba
alarm-clock-set = el reloj de este equipo se puso { $seconds } segundos { $back ->
    [yes] atrás
   *[no] adelante
 }. La mesa sigue con su propio reloj; llame al técnico
alarm-head-apart = el final del diario no puede guardarse aparte: { $why }. Llame al técnico
alarm-journal-changed = la entrada { $seq } del registro se cambió antes de este arranque. Llame al técnico: dealer-console verify
alarm-journal-before = el registro { $log }, al que sigue este, falta o se cambió: nadie puede decir si esta consola sigue con los mismos archivos. Llame al técnico: dealer-console journals
alarm-file-changed = { $file ->
    [permissions] la lista de permisos es otra que en el último arranque
    [rules] el reglamento es otro que en el último arranque
   *[other] el archivo de esta mesa es otro que en el último arranque
  }; llame al jefe de sala si nadie le avisó
alarm-device-unrecorded = la lista de dispositivos vinculados tiene { $serial } con un firmware o una clave que no pusieron dos personas: llame al técnico
alarm-old-people = la lista de personal es más antigua que el registro, o es otra: alguien trajo una copia vieja o una lista propia. Llame al jefe de sala
alarm-not-by-two = la entrada { $seq } dice lo que hicieron dos personas que no pueden hacerlo juntas: alguien usó una lista de permisos propia. Llame al jefe de sala
alarm-people-not-by-two = la lista de personal se cambió sin las dos personas que pueden hacerlo (cambio { $number } de su historial): alguien usó una lista de permisos propia. Llame al jefe de sala
alarm-first-directory = las personas de la casa llegaron por primera vez desde el servidor, firmadas con la clave { $key }: compárela con la clave anotada y llame al jefe de sala si es otra
alarm-event-not-taken = { $device }: no se pudo seguir con { $event } ({ $why }). Llame a un supervisor
supervisor-called = Supervisor llamado: { $why }
supervisor-called-to-table = Supervisor llamado: a la mesa
keeper-not-confirmed = El guardián del sabot aún no confirmó las cartas nuevas: no saque ninguna
keeper-not-closed = El guardián del sabot aún no confirmó el cierre: déjelo encendido

## Why the table has stopped

stopped-bug = el programa se contradice: { $why }
stopped-by-journal = { $why }
stopped-not-written = no se puede escribir el registro: { $why }
stopped-not-applied = lo anotado no se puede aplicar: { $why }
stopped-no-end = un hecho llevó a anotaciones sin fin
camera-read_as = Leída como { $card }.
