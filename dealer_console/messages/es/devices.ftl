## La línea de arriba

device-shoe = Sabot
device-batch-shuffler = Barajador
device-continuous-shuffler = Barajador
device-reader = Lector
device-camera = Cámara
light-ready = listo
light-away = sin conexión
light-distrusted = sin confianza
light-fault = { $fault }
light-door = abierto
light-without = se prescinde
light-batch-asked = espera
light-batch-shuffling = barajando
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
trouble-reader-fault = se contradice
trouble-wrong-device = no es el aparato esperado
trouble-second-host = otro le da órdenes
trouble-unapproved-identity = no está aprobado para esta mesa
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
meaning-shoe = Las cartas se ponen a mano.
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

## Aparatos

camera-title = Lo que ve la cámara
camera-open = Mirar por la cámara
camera-what = Mirar por la cámara, para orientarla y enfocarla
camera-not_open = La imagen en vivo no está abierta: falta el permiso de un supervisor, o empezó una ronda.
camera-end = Terminar la imagen en vivo
devices-title = Aparatos
devices-none = Esta mesa no tiene aparatos.
devices-link = Línea
devices-fault = Fallo
devices-door = Puerta
devices-simulated = Simulado
devices-yes = sí
devices-pairing = Palabras de emparejado
devices-picture = lo que ve la cámara
devices-cards_out = Sacar todas las cartas
devices-clear = Borrar el fallo
devices-trust = Volver a confiar
devices-compared = mirado y comparadas las cartas
devices-seen = Visto: { $alarm }
