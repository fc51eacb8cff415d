# Lo que encuentra `dealer-console doctor`, y con qué se arregla.

level-ok = bien
level-warning = aviso
level-problem = problema
check-display = pantalla
check-fonts = tipos de letra
check-sqlite = SQLite
check-clock = reloj
check-space = espacio
check-modes = permisos
check-people = personal
check-journal = diario
check-port = puerto
check-devices = dispositivos
check-disk = disco
check-floor = sala
doctor-check-failed = falló la propia comprobación: { $error }
mend-report = comunique esto como un fallo de dealer-console
doctor-libraries-missing = la ventana necesita bibliotecas del sistema que aquí no se pueden cargar ({ $platform }): { $names }
doctor-no-display = no hay pantalla; se serviría por VNC en este equipo
mend-display = systemctl start dealer-console@{ $table }.service (después de dealer-console service install --table { $table }), o inícielo en una sesión con DISPLAY o WAYLAND_DISPLAY
doctor-fonts-unreadable = no se puede leer { $names } en { $folder }
mend-reinstall = { $python } -m pip install --force-reinstall --no-deps ARCHIVO.whl
doctor-sqlite-old = la versión { $version } es demasiado antigua: como mínimo { $least }
doctor-clock-says = marca { $time } UTC
doctor-clock-behind = va { $seconds } segundos por detrás de la última entrada del diario
doctor-clock-alone = nadie lo pone en hora: se desvía segundos cada día
doctor-clock-well = { $time } UTC, en hora con un servidor
doctor-room-days = { $days ->
    [one] en { $folder } queda sitio para { $days } día de rondas
   *[other] en { $folder } queda sitio para { $days } días de rondas
    }
mend-space = dealer-console roll { $of_table } --by NOMBRE --approved-by NOMBRE, y después dealer-console purge { $of_table } --before DÍA --backups CARPETA --really
doctor-room-months = queda sitio para { $months } meses
doctor-others-can-read = otros pueden leer { $file } (modo { $mode })
doctor-others-can-write = otros pueden escribir en { $folder }
doctor-modes-well = claves, personal y dispositivos son solo de este usuario
doctor-no-people = no hay lista de personal en { $file }
mend-first-person = dealer-console people add NOMBRE --badge NÚMERO --role pit-manager{ $options }
mend-pepper = devuelva la clave de los PIN de donde se guarda: install -m 600 COPIA { $file }
doctor-nobody-is = nadie tiene la función de { $role }: la mesa no se puede abrir
mend-person = dealer-console people add NOMBRE --badge NÚMERO --role { $role } --by NOMBRE --with NOMBRE{ $options }
doctor-people-well = { $count ->
    [one] { $count } persona en la lista de personal
   *[other] { $count } personas en la lista de personal
    }
mend-from-backup = install -m 600 COPIA/{ $name } { $file }
doctor-journal-not-yet = se crea cuando la mesa se abre por primera vez
doctor-journal-unreadable = no se puede leer: { $reason }
mend-restore-journal = mkdir -p { $aside } && mv { $moved } { $aside }/ && dealer-console restore COPIA --to { $data } --journal-only
doctor-head-missing = falta su final { $file }
doctor-head-of-another = su final es de otro diario o de uno más largo: pueden faltar entradas
doctor-key-of-another = { $file } es la clave de otro diario
doctor-journal-of-another = { $file } es el diario de { $other }, no de { $table }
mend-name-journal = en el archivo de la mesa: journal = "journals/{ $table }.journal"
doctor-journal-well = { $entries ->
    [one] { $entries } entrada, formato { $form } de { $newest }
   *[other] { $entries } entradas, formato { $form } de { $newest }
    }
doctor-port-well = { $device } en { $port }
doctor-port-simulated = { $device } en { $port }, un simulador
doctor-port-is-simulator = { $device } en { $port }, que es un simulador
mend-name-port = indique el puerto real en { $file }; los de este equipo: ls -l /dev/serial/by-id
doctor-port-not-there = { $device }: no está { $path }
mend-plug-in = conecte el dispositivo y después: ls -l { $folder }
doctor-port-no-right = { $device }: { $user } no puede usar { $path }
doctor-port-silent = { $device }: { $port } no responde: { $reason }
mend-device-server = encienda el servidor de puertos y después: ping { $host }
registry-unreadable = { $file } no es una lista de dispositivos emparejados; recupérela de una copia
registry-version = { $file } lo escribió otra versión de este programa
registry-signature = las aprobaciones de { $file } no concuerdan con su firma: se cambiaron a mano o son de otra casa. Recupere el archivo de una copia, o bórrelo y empareje de nuevo los dispositivos
registry-open = otros pueden leer { $file }; ejecute: chmod 600 { $file }
doctor-never-paired = { $device } { $serial }: nunca se emparejó con esta mesa
mend-pair = dealer-console device pair { $device } { $port } --technician NOMBRE --supervisor NOMBRE{ $options }
doctor-never-approved = { $device } { $serial }: nunca se aprobó el firmware del que informa
mend-approve = dealer-console device check { $device } --approve --technician NOMBRE --supervisor NOMBRE{ $options }
doctor-has-no-key = { $device } { $serial }: no tiene clave, y el archivo de la mesa la exige
doctor-device-well = { $device } { $serial }: emparejado y aprobado
doctor-disk-refuses = no se puede escribir en { $folder }: { $reason }
doctor-disk-slow = una escritura segura tarda { $milliseconds } ms: el crupier lo notaría
mend-disk = ponga los datos en un disco local de estado sólido; dónde están ahora: findmnt -T { $folder }
doctor-disk-well = una escritura segura tarda { $milliseconds } ms
doctor-no-floor-part = la parte de la sala no está instalada
doctor-floor-away = { $reason }; la mesa reparte sin ella
doctor-floor-form = la sala tiene el formato { $form }, este programa conoce { $known }
mend-update = instale el dealer-console más nuevo: { $python } -m pip install ARCHIVO.whl
doctor-floor-well = formato { $form }
