import { events } from './api-reference-events';
import { generation } from './api-reference-generation';
import { reading } from './api-reference-reading';
import { suppression } from './api-reference-suppression';
import { uploads } from './api-reference-uploads';
import { usage } from './api-reference-usage';
import { webhooks } from './api-reference-webhooks';

/** Spanish translation of the public API's description. */
const words: Readonly<Record<string, string>> = {
  '`true` if this is the response to an earlier request with the same `Idempotency-Key`':
    '`true` si es la respuesta a una petición anterior con la misma `Idempotency-Key`',
  'What is left of the limit: `r` requests for the next `t` seconds':
    'Lo que queda del límite: `r` peticiones durante los próximos `t` segundos',
  'The limit of the key for such requests: `q` requests per `w` seconds':
    'Límite de la clave para estas peticiones: `q` peticiones cada `w` segundos',
  'Seconds to wait before the request is sent again': 'Segundos de espera antes de repetir la petición',
  'How to authenticate': 'Cómo autenticarse',
  'Id of the request; include it when you ask for help':
    'Identificador de la petición; inclúyalo al pedir ayuda',
  'A balance that fell below the threshold, in ten-thousandths of a point.':
    'Un saldo que bajó del umbral, en diezmilésimas de punto.',
  'Points and quota that can be spent.': 'Puntos y cuota disponibles.',
  'The threshold of the operator.': 'El umbral del operador.',
  'The task to start with a file.': 'La tarea que se inicia con un archivo.',
  'The projects to check: 1 to 8. Slugs, or objects with a condition.':
    'Los proyectos que se comprueban: de 1 a 8. Identificadores, u objetos con una condición.',
  'The earlier name of `checks`.': 'El nombre anterior de `checks`.',
  'A top-up order that was paid and credited.': 'Un pedido de recarga pagado y abonado.',
  'What was paid, as a decimal number.': 'Lo que se pagó, como número decimal.',
  'Id of the order': 'Id del pedido',
  'What was bought.': 'Lo que se compró.',
  'What was credited, in ten-thousandths of a point.': 'Lo que se abonó, en diezmilésimas de punto.',
  'Slug of the project.': 'Identificador del proyecto.',
  'A task that has ended.': 'Una tarea que ha terminado.',
  'How it ended.': 'Cómo terminó.',
  'The task, as JSON.': 'La tarea, en JSON.',
  'What is checked.': 'Lo que se comprueba.',
  'The slugs of `checks`.': 'Los identificadores de `checks`.',
  'In any common format; at most 10,000. Send more as a file.':
    'En cualquier formato habitual; como máximo 10.000. Para más, envíe un archivo.',
  'A test of an endpoint.': 'Una prueba de un endpoint.',
  'Description of the endpoint.': 'Descripción del endpoint.',
  'Id of the endpoint': 'Id del endpoint',
  Success: 'Correcto',
  'Send a file first, and use it in one or several tasks':
    'Envíe primero un archivo y úselo en una o varias tareas',
  'A file that was sent.': 'Un archivo enviado.',
  'Size of the whole file in bytes.': 'Tamaño del archivo completo en bytes.',
  'Bytes received so far. The file can be used once this is its size.':
    'Bytes recibidos hasta ahora. El archivo puede usarse cuando igualan su tamaño.',
  'SHA-256 of the content in hex; `null` while parts are missing.':
    'SHA-256 del contenido en hexadecimal; `null` mientras falten partes.',
  'When the file is deleted. Every use moves this two days ahead.':
    'Cuándo se elimina el archivo. Cada uso lo aplaza hasta dos días después.',
  'A file as a form.': 'Un archivo como formulario.',
  'Stores a file. Tasks and quotes take its id as `file`.':
    'Guarda un archivo. Las tareas y los presupuestos usan su id como `file`.',
  'Path of the file': 'Ruta del archivo',
  'Id of the file': 'Id del archivo',
  'A page of files.': 'Una página de archivos.',
  'Files per page; 20 by default.': 'Archivos por página; 20 por defecto.',
  'Lists the files of the account, newest first.':
    'Lista los archivos de la cuenta, primero los más recientes.',
  'Returns one file.': 'Devuelve un archivo.',
  'Deletes a file. Tasks that were started with it keep their numbers.':
    'Elimina un archivo. Las tareas iniciadas con él conservan sus números.',
  'Instead of numbers: the id of a file that was sent to `/v1/files`.':
    'En lugar de números: el id de un archivo enviado a `/v1/files`.',
  'Starts a task with numbers, or with a file that was sent before.':
    'Inicia una tarea con números o con un archivo enviado antes.',
  'Starts a task with a file of numbers.': 'Inicia una tarea con un archivo de números.',
  'Messages that are sent to your server': 'Mensajes que se envían a su servidor',
  'Id of the message; the same for all its deliveries': 'Id del mensaje; el mismo en todas sus entregas',
  'Time of the delivery in seconds since 1970': 'Hora de la entrega en segundos desde 1970',
  'Signatures of the message (Standard Webhooks), separated by spaces':
    'Firmas del mensaje (Standard Webhooks), separadas por espacios',
  'A message about an event.': 'Un mensaje sobre un evento.',
  'Time of the event.': 'Hora del evento.',
  'The event.': 'El evento.',
  'The message was received': 'El mensaje se ha recibido',
  'The endpoint is gone; it is disabled': 'El endpoint ya no existe; se desactiva',
  'The balance that can be spent fell below the threshold of the operator.':
    'El saldo disponible bajó del umbral del operador.',
  'A top-up order was paid and credited.': 'Un pedido de recarga se pagó y se abonó.',
  'A task has finished.': 'Una tarea ha terminado.',
  'A task was ended because too many answers were unknown.':
    'Una tarea se detuvo porque demasiadas respuestas eran desconocidas.',
  'Sent by the owner to test an endpoint.': 'Lo envía el propietario para probar un endpoint.',
  'Check up to 100 phone numbers at once, or many as a task. Amounts are integers in ten-thousandths of a point; times are RFC 3339 in UTC. Send the key as `Authorization: Bearer ns_…`.':
    'Compruebe hasta 100 números de teléfono a la vez o muchos como tarea. Los importes son enteros en diezmilésimas de punto; las horas, RFC 3339 en UTC. Envíe la clave como `Authorization: Bearer ns_…`.',
  'Check up to 100 numbers and get the answers in the same request':
    'Compruebe hasta 100 números y reciba las respuestas en la misma petición',
  'Looks up several numbers together, at most 100. Each counts as one lookup towards the rate limit.':
    'Consulta varios números a la vez, como máximo 100. Cada uno cuenta como una consulta para el límite de frecuencia.',
  'Numbers to look up together.': 'Números que se consultan a la vez.',
  'In any common format; each number once.': 'En cualquier formato habitual; cada número una sola vez.',
  'Slugs of the projects to check. Each costs its price for every definite answer.':
    'Identificadores de los proyectos. Cada respuesta definitiva cuesta su precio.',
  'The answers to several numbers.': 'Las respuestas a varios números.',
  'One object per number, in the order of the request.': 'Un objeto por número, en el orden de la petición.',
  'The total charge, in ten-thousandths of a point.': 'El cargo total, en diezmilésimas de punto.',
  'A lookup that checked projects.': 'Una consulta que comprobó proyectos.',
  '`X-Request-Id` of the response.': '`X-Request-Id` de la respuesta.',
  'The state of a lookup.': 'El estado de una consulta.',
  'When it is deleted.': 'Cuándo se elimina.',
  'A page of lookups.': 'Una página de consultas.',
  'Lookups per page; 20 by default.': 'Consultas por página; 20 de forma predeterminada.',
  'Only this number, with its country code.': 'Solo este número, con su prefijo de país.',
  'Only lookups that checked this project.': 'Solo consultas que comprobaron este proyecto.',
  'Only lookups with an answer of this status, which may be `unknown` or `skipped`.':
    'Solo consultas con una respuesta de este estado, que puede ser `unknown` o `skipped`.',
  'Only the lookups of this request.': 'Solo las consultas de esta petición.',
  "Lists the account's lookups that checked projects, newest first, including those of the console.":
    'Enumera las consultas de la cuenta que comprobaron proyectos, las más recientes primero, incluidas las de la consola.',
  'Returns one lookup.': 'Devuelve una consulta.',
  'Id of the lookup': 'Id. de la consulta',
  'Id of the lookup, if projects were checked.': 'Id. de la consulta, si se comprobaron proyectos.',
  'Returns the balance of the account.': 'Saldo de la cuenta.',
  'The request is not valid': 'La petición no es válida',
  'A valid API key is required': 'Se necesita una clave de API válida',
  'The key does not allow this': 'La clave no permite esto',
  'The key may not be used from this address': 'La clave no puede usarse desde esta dirección',
  'The account may not use the API': 'La cuenta no puede usar la API',
  'The method is not allowed here': 'No con este método',
  'The response is not available in that media type':
    'La respuesta no está disponible en ese tipo de contenido',
  'Too many requests': 'Demasiadas peticiones',
  'Internal error': 'Error interno',
  'Temporarily unavailable': 'No disponible temporalmente',
  'Looks up a number. Free of charge without projects.': 'Consulta un número. Sin proyectos no cuesta nada.',
  'Identifies the request: if it is sent again, the first response is returned':
    'Identifica la petición: si se envía de nuevo, se devuelve la primera respuesta',
  'The account uses as much as it may': 'La cuenta ya usa todo lo que puede',
  'A lookup.': 'Una consulta.',
  'The account has too few points': 'La cuenta tiene pocos puntos',
  'The same request is still being processed': 'La misma petición aún se está procesando',
  'The request is too large': 'La petición es demasiado grande',
  'The media type is not supported': 'Ese tipo de contenido no se lee',
  'The idempotency key was used for another request': 'La clave de idempotencia ya se usó para otra petición',
  'The request cannot be carried out': 'La petición no se puede llevar a cabo',
  'Lists the projects that can be checked, with their prices.': 'Los proyectos disponibles, con sus precios.',
  "Lists the account's tasks, newest first, including those started in the console.":
    'Las tareas de la cuenta, primero las nuevas, también las de la consola.',
  '`next_cursor` of the previous page.': '`next_cursor` de la página anterior.',
  'Tasks per page; 20 by default.': 'Tareas por página: 20 si falta.',
  'Not found': 'No encontrado',
  'Path of the task': 'Ruta de la tarea',
  'Returns one task.': 'Una tarea.',
  'Id of the task': 'Id de la tarea',
  'Cancels a task. Numbers that are not processed yet are dropped, and their points are returned at once.':
    'Cancela una tarea. Los números aún sin procesar se descartan y sus puntos se devuelven enseguida.',
  'The state of the task does not allow this': 'El estado de la tarea no lo permite',
  'Numbers per page; 100 by default.': 'Números por página: 100 si falta.',
  'Only the answers of this project.': 'Solo las respuestas de este proyecto.',
  'Only numbers with this status, which may be `unknown` or `skipped`.':
    'Solo los números con este estado, que puede ser `unknown` o `skipped`.',
  'The balance of the account, in ten-thousandths of a point.':
    'El saldo de la cuenta, en diezmilésimas de punto.',
  'Quota that can be spent.': 'Cuota que se puede gastar.',
  'Points and quota held for running tasks.': 'Puntos y cuota reservados para lo que está en curso.',
  'Points that can be spent.': 'Puntos que se pueden gastar.',
  'The menu group of a project.': 'El grupo del menú al que pertenece el proyecto.',
  'The answer of one check.': 'Lo que dice una comprobación.',
  'Whether the status counts as a hit.': 'Si el estado cuenta como acierto.',
  'More details.': 'Más detalles.',
  'The charge, in ten-thousandths of a point.': 'Lo que costó, en diezmilésimas de punto.',
  'The time of the check.': 'Cuándo.',
  'Why there is no definite answer. Such checks are free of charge.':
    'Por qué no hay respuesta definitiva. Estas comprobaciones son gratuitas.',
  'Where the answer comes from.': 'De dónde procede.',
  '`null` if there is no definite answer.': '`null` si no hay respuesta definitiva.',
  'Why a check has no definite answer.': 'Por qué una comprobación no tiene respuesta definitiva.',
  'A stable word, such as `timeout`, `no_channel` or `suppressed`.':
    'Una palabra estable, como `timeout`, `no_channel` o `suppressed`.',
  'What kind of problem it is.': 'Qué tipo de problema es.',
  'The condition of a waterfall step. Empty fields do not restrict.':
    'Lo que debe cumplir un número para que se consulte un paso de la cascada. Las partes vacías no son condición.',
  'Accepted countries.': 'El país al que debe pertenecer.',
  'Accepted number types, such as `mobile`.': 'El tipo que debe tener, como `mobile`.',
  'Accepted statuses of that step.': 'Lo que ese paso debe haber respondido.',
  'Index of an earlier step, starting at 0.': 'Un paso anterior, contado desde 0.',
  'A field that is wrong.': 'Un campo incorrecto.',
  'Why it is wrong.': 'Por qué es incorrecto.',
  'JSON pointer into the body, or the name of a query parameter without a slash.':
    'Puntero JSON dentro del cuerpo, o el nombre de un parámetro de consulta sin barra.',
  'A number to look up.': 'Un número que consultar.',
  'Two-letter code of the country for numbers without `+`.':
    'El país desde el que se marca un número sin `+`: dos letras.',
  "Reuse the account's own answers that are at most this many days old, free of charge.":
    'Reutiliza gratis las respuestas propias de la cuenta con hasta estos días de antigüedad.',
  'In any common format.': 'En cualquier forma habitual.',
  'Slugs of the projects to check. Each costs its price if the answer is definite.':
    'Slugs de los proyectos que comprobar. Cada uno cuesta su precio si la respuesta es definitiva.',
  'A number and what is known about it.': 'Un número y lo que se sabe de él.',
  'The carrier that the number was allocated to. Ported numbers may have another one.':
    'La operadora a la que se asignó el número. Los números portados pueden tener otra.',
  'The total charge of all checks, in ten-thousandths of a point.':
    'Lo que cuestan todas las comprobaciones juntas, en diezmilésimas de punto.',
  'One object per project; `null` if the project was not checked.':
    'Un objeto por proyecto; `null` si no se consultó.',
  'Two letters; `001` for numbers that belong to no country.': 'Dos letras; `001` para números sin país.',
  'Whether its length is possible.': 'Si su longitud es posible.',
  'Why it is not valid, such as `too_short`.': 'Por qué no es válido, como `too_short`.',
  'The area that the number was allocated to.': 'El lugar para el que se asignó.',
  'Whether it is a test number: its answers are fixed and free of charge.':
    'Si es un número de prueba: sus respuestas son fijas y gratuitas.',
  'The first of these time zones.': 'La primera de esas zonas horarias.',
  'All time zones of that area.': 'Todas las zonas horarias de esa zona.',
  'Such as `mobile`, `fixed_line`, or `fixed_line_or_mobile` where the plan does not distinguish them.':
    'Como `mobile`, `fixed_line` o, donde el plan no los distingue, `fixed_line_or_mobile`.',
  'Whether it matches the numbering plan of its country. This does not mean that it is in use.':
    'Si encaja en el plan de numeración de su país. No significa que esté en uso.',
  'A refused request.': 'Una petición rechazada.',
  'The kind of problem as a stable word.': 'El tipo de problema como palabra estable.',
  'What went wrong in this request.': 'Qué falló esta vez.',
  'The fields that are wrong.': 'Los campos incorrectos.',
  'The HTTP status.': 'El estado HTTP.',
  'The kind of problem in a few words.': 'El tipo de problema en pocas palabras.',
  'The kind of problem, as a link to its description.':
    'Nombra el tipo de problema y lleva a su descripción.',
  'One kind of check.': 'Algo que se puede comprobar sobre los números.',
  'Whether it can be checked at the moment.': 'Si se puede comprobar en este momento.',
  'The countries that it covers; empty for all.': 'Los países que conoce; vacío para todos.',
  'Prices that differ, by country.': 'Otros precios, por país.',
  'Largest number of numbers per task.': 'Máximo de números por tarea.',
  'Smallest number of numbers per task.': 'Mínimo de números por tarea.',
  'Price per definite answer, in ten-thousandths of a point.':
    'Por una respuesta definitiva, en diezmilésimas de punto.',
  'The name to use in requests.': 'Cómo se llama en las peticiones.',
  'The definite statuses; the first is the one that counts as a hit.':
    'Los estados definitivos; el primero cuenta como acierto.',
  'The projects that can be checked.': 'Los proyectos disponibles.',
  'A page of results.': 'Una página de resultados.',
  'Cursor of the next page; `null` on the last page.': 'Cursor de la página siguiente; `null` en la última.',
  'Where an answer comes from.': 'De dónde procede una respuesta.',
  'The state of a task.': 'El estado de una tarea.',
  'One check of a task.': 'Un proyecto de una tarea.',
  'Check only numbers that meet this condition; only in a waterfall.':
    'Comprueba solo los números que cumplen esta condición; solo en una cascada.',
  'A file of numbers and the task to start with it.': 'Un archivo de números y qué hacer con ellos.',
  'CSV, TXT or XLSX, also as gz or zip.': 'CSV, TXT, XLSX, o gz o zip de ellos.',
  'How the projects of a task are combined.': 'Cómo recorren varios proyectos una lista.',
  'A task.': 'Una tarea.',
  'Charged so far.': 'Lo que ha costado hasta ahora.',
  'Numbers that have results.': 'Números con resultados.',
  'The most that it can cost, in ten-thousandths of a point.':
    'Lo máximo que puede costar, en diezmilésimas de punto.',
  'Answers that count as hits.': 'Respuestas que cuentan como acierto.',
  'When its results are deleted.': 'Cuándo se borran sus resultados.',
  'Whether all its numbers are test numbers.': 'Si todos sus números son de prueba.',
  'The `X-Request-Id` of the request that created it; `null` for tasks of earlier versions.':
    'El `X-Request-Id` de la petición que la creó; `null` en las tareas de versiones anteriores.',
  'Valid, unique numbers.': 'Números válidos y únicos.',
  'Answers that are not definite.': 'Respuestas no definitivas.',
  'A task to start.': 'Una tarea que iniciar.',
  "Reuse the account's own answers that are at most this many days old (0 to 30), free of charge.":
    'Reutiliza gratis las respuestas propias de la cuenta con hasta estos días de antigüedad (de 0 a 30).',
  "Reuse the account's own answers that are at most this many days old (0 to 30; 30 by default), free of charge.":
    'Reutiliza gratis las respuestas propias de la cuenta con hasta estos días de antigüedad (de 0 a 30; 30 por defecto).',
  'Refuse the task if it can cost more than this, in ten-thousandths of a point.':
    'Rechaza la tarea si puede costar más, en diezmilésimas de punto.',
  'How several projects are combined; by default `single` for one project, else `parallel`.':
    'Cómo se combinan varios proyectos; por defecto `single` para uno, si no `parallel`.',
  'Name of the task; at most 120 characters.': 'Cómo se llama; 120 caracteres como máximo.',
  'A page of tasks.': 'Una página de tareas.',
  'Check many numbers in the background': 'Comprobar muchos números en segundo plano',
  'Why it ended early or with failures: `too_many_unknown`, `unprocessed` or `provider_failures`.':
    'Por qué terminó antes o con fallos: `too_many_unknown`, `unprocessed` o `provider_failures`.',
  'Unknown answers that are due to failures of providers. Checking these numbers again can help.':
    'Respuestas desconocidas por fallos de proveedores. Puede ser útil volver a comprobar estos números.',
  'Set while a provider of a running task fails: since when. The task goes on when the provider works again.':
    'Mientras falla un proveedor de una tarea en curso: desde cuándo. La tarea continúa cuando el proveedor vuelve a funcionar.',
  'Returns the statement of a task: what was held, charged per project and price, and returned.':
    'Devuelve el extracto de una tarea: lo reservado, lo cobrado por proyecto y precio, y lo devuelto.',
  'Charged answers of one project at one price.': 'Respuestas cobradas de un proyecto a un mismo precio.',
  'Charged for definite answers.': 'Cobrado por respuestas definitivas.',
  'Held when the task started: the most that it could cost.':
    'Reservado al iniciar la tarea: lo máximo que podía costar.',
  'Number of charged answers.': 'Número de respuestas cobradas.',
  'Price per answer; `null` if it differs.': 'Precio por respuesta; `null` si varía.',
  'Returned when the task ended.': 'Devuelto al terminar la tarea.',
  'Still held.': 'Aún reservado.',
  'Taken back from the charges afterwards.': 'Reembolsado después de los cobros.',
  'What a task was held for, charged and returned, in ten-thousandths of a point.':
    'Lo reservado, cobrado y devuelto de una tarea, en diezmilésimas de punto.',
  'What became of the rows that were sent; `null` for tasks of earlier versions.':
    'Qué pasó con las filas enviadas; `null` en tareas de versiones anteriores.',
  'Rows of the list, without headers.': 'Filas de la lista, sin encabezados.',
  'Numbers that were checked; the answer may be unknown.':
    'Números comprobados; la respuesta puede ser desconocida.',
  'Numbers that every check skipped.': 'Números que todas las comprobaciones omitieron.',
  'Numbers that were not checked.': 'Números no comprobados.',
  'Rows whose number occurs in an earlier row. They get the same answers, and are charged once.':
    'Filas cuyo número aparece en una fila anterior. Reciben las mismas respuestas y se cobran una vez.',
  'Rows whose number is on a suppression list.': 'Filas cuyo número está en una lista de exclusión.',
  'Rows without a usable number.': 'Filas sin un número utilizable.',
  'Empty rows.': 'Filas vacías.',
  'Row of the file, or position among the numbers of the request, from 1.':
    'Fila del archivo, o posición entre los números de la petición, desde 1.',
  'The other columns of the file, by their headers.': 'Las demás columnas del archivo, por sus encabezados.',
  'The same as `original_carrier`.': 'Igual que `original_carrier`.',
  'What became of the rows that were sent. The counts add up to `sent`; numbers that still wait are `unprocessed`.':
    'Qué pasó con las filas enviadas. Los recuentos suman `sent`; los números que aún esperan son `unprocessed`.',
  'Only tasks in this state: `running`, `paused`, `done`, `cancelled` or `failed`.':
    'Solo las tareas en este estado: `running`, `paused`, `done`, `cancelled` o `failed`.',
  'Only tasks that check this project.': 'Solo las tareas que comprueban este proyecto.',
  'Only tasks that were created at this time or later (RFC 3339).':
    'Solo las tareas creadas en este momento o después (RFC 3339).',
  'Only tasks that were created before this time (RFC 3339).':
    'Solo las tareas creadas antes de este momento (RFC 3339).',
  'Only tasks whose `metadata` has this pair, as `key:value`.':
    'Solo las tareas cuyo `metadata` tiene este par, como `key:value`.',
  'Pauses a running task. Numbers that are being checked are finished.':
    'Pausa una tarea en curso. Los números que se están comprobando se terminan.',
  'Resumes a paused task.': 'Reanuda una tarea pausada.',
  'Deletes a task and its results. A running task is cancelled first.':
    'Elimina una tarea y sus resultados. Una tarea en curso se cancela antes.',
  'Starts a task with the numbers for which any check of a finished task has no answer, and with the same checks.':
    'Inicia una tarea con los números para los que alguna comprobación de una tarea terminada no tiene respuesta, con las mismas comprobaciones.',
  Deleted: 'Eliminado',
  'Your own names and values: at most 20 pairs. Keys have letters, digits, `_`, `-` and `.`; at most 40. Values have at most 500 characters.':
    'Sus propios nombres y valores: 20 pares como máximo. Las claves tienen letras, cifras, `_`, `-` y `.`; 40 como máximo. Los valores tienen 500 caracteres como máximo.',
  'The names and values that were sent with it.': 'Los nombres y valores que se enviaron con ella.',
  'How the unknown numbers of a task are checked again.':
    'Cómo se vuelven a comprobar los números desconocidos de una tarea.',
  'Name of the new task; the name of the earlier one by default.':
    'Nombre de la tarea nueva; por omisión, el de la anterior.',
  'Your own names and values; those of the earlier task by default.':
    'Sus propios nombres y valores; por omisión, los de la tarea anterior.',
  'A task to quote.': 'Una tarea cuyo precio se calcula.',
  'What a task would cost, in ten-thousandths of a point.':
    'Lo que costaría una tarea, en diezmilésimas de punto.',
  'Valid, unique numbers that would be checked.': 'Números válidos y únicos que se comprobarían.',
  'What would become of the rows.': 'Qué pasaría con las filas.',
  'What would become of the rows. The counts and `numbers` add up to `sent`.':
    'Qué pasaría con las filas. Los recuentos y `numbers` suman `sent`.',
  'Refused rows by reason, such as `too_short`.': 'Filas rechazadas por motivo, como `too_short`.',
  'The most that the task can cost. It is held when the task starts.':
    'Lo máximo que puede costar la tarea. Se retiene al iniciarla.',
  'What a waterfall is likely to cost at the hit rates of the last 30 days; `null` if they are not known.':
    'Lo que costará probablemente una cascada según las tasas de acierto de los últimos 30 días; `null` si no se conocen.',
  'How much more the account needs to start the task.': 'Cuánto le falta a la cuenta para iniciar la tarea.',
  'Whether the task can be started now: there are numbers, the balance is high enough and every check is `available`.':
    'Si la tarea se puede iniciar ahora: hay números, el saldo alcanza y todas las comprobaciones están `available`.',
  'Rows whose number occurs in an earlier row.': 'Filas cuyo número aparece en una fila anterior.',
  'What one check would cost.': 'Lo que costaría una comprobación.',
  'Price per definite answer, where no other price applies to the country.':
    'Precio por respuesta definitiva, donde no hay otro precio para el país.',
  'Answers that can be charged.': 'Respuestas que se pueden cobrar.',
  'Numbers in countries that the project does not cover. They are skipped, free of charge.':
    'Números de países que el proyecto no cubre. Se omiten, sin coste.',
  'The most that the check can cost.': 'Lo máximo que puede costar la comprobación.',
  'Whether it can be started now with these numbers.': 'Si se puede iniciar ahora con estos números.',
  'Why not; `null` if it is available.': 'Por qué no; `null` si está disponible.',
  'Why a check cannot be started.': 'Por qué no se puede iniciar una comprobación.',
  'The operator has disabled the project.': 'El operador ha desactivado el proyecto.',
  'No provider answers the project at the moment.': 'Ningún proveedor responde al proyecto en este momento.',
  'The project takes more numbers per task.': 'El proyecto exige más números por tarea.',
  'The project takes fewer numbers per task.': 'El proyecto admite menos números por tarea.',
  ...webhooks,
  ...events,
  ...reading,
  ...suppression,
  ...usage,
  ...generation,
  ...uploads,
  'A file that was sent before a task or a list uses it.':
    'Un archivo enviado antes de que lo use una tarea o una lista.',
  'What checks need besides the number, by name, such as the date of consent. `inputs` of the check says what it needs.':
    'Lo que las comprobaciones necesitan además del número, por nombre, como la fecha del consentimiento. `inputs` de la comprobación dice qué necesita.',
  'What checks need besides the numbers: one object per number, in their order.':
    'Lo que las comprobaciones necesitan además de los números: un objeto por número, en su orden.',
  'What it needs besides the number: in `inputs` of a lookup, or in a column of a list.':
    'Lo que necesita además del número: en `inputs` de una consulta o en una columna de una lista.',
  'A value in the row of a number that a check needs besides the number.':
    'Un valor de la fila de un número que una comprobación necesita además del número.',
  'The columns of a list that can contain it. The first one that the list has is used. Case, spaces and punctuation do not matter.':
    'Las columnas de una lista que pueden contenerlo. Se usa la primera que tenga la lista. No importan mayúsculas, espacios ni puntuación.',
  'The name in templates: `number.inputs.since`.': 'El nombre en las plantillas: `number.inputs.since`.',
  'What an input contains.': 'Lo que contiene una entrada.',
};

export default words;
