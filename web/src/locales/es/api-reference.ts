/** Spanish translation of the public API's description. */
const words: Readonly<Record<string, string>> = {
  'Screening of phone numbers: one at once, or many as a task. Amounts are integers in ten-thousandths of a point; times are RFC 3339 in UTC. Send the key as `Authorization: Bearer ns_…`.':
    'Filtrado de números de teléfono: uno al momento o muchos como tarea. Los importes son enteros en diezmilésimas de punto; las horas, RFC 3339 en UTC. Envíe la clave como `Authorization: Bearer ns_…`.',
  'What the account has.': 'Saldo de la cuenta.',
  'The request is not right': 'La petición no es correcta',
  'A good API key is needed': 'Se necesita una clave de API válida',
  'The key does not allow this': 'La clave no permite esto',
  'The key may not be used from this address': 'La clave no puede usarse desde esta dirección',
  'The account may not use the API': 'La cuenta no puede usar la API',
  'Not with this method': 'No con este método',
  'There is no answer of that media type': 'No hay respuesta de ese tipo',
  'Too many requests': 'Demasiadas peticiones',
  'Something went wrong here': 'Algo ha fallado aquí',
  'Not at the moment': 'No en este momento',
  'Looks a number up. Without projects it costs nothing.':
    'Consulta un número. Sin proyectos no cuesta nada.',
  'Names the request: sent again, it gets its first answer again':
    'Nombra la petición: si se envía de nuevo, recibe otra vez su primera respuesta',
  'The account has too few points': 'La cuenta tiene pocos puntos',
  'The same request is being answered': 'Ya se está respondiendo la misma petición',
  'The request is too large': 'La petición es demasiado grande',
  'That media type is not read': 'Ese tipo de contenido no se lee',
  'The key was used for another request': 'La clave ya se usó para otra petición',
  'What was asked for cannot be done': 'No se puede hacer lo que se pide',
  'The projects that can be asked, with their prices.': 'Los proyectos disponibles, con sus precios.',
  "The account's tasks, newest first, also those of the console.":
    'Las tareas de la cuenta, primero las nuevas, también las de la consola.',
  'Where the page before this one ended.': 'Dónde terminó la página anterior.',
  'Tasks of a page: 20 when missing.': 'Tareas por página: 20 si falta.',
  'There is no such thing': 'No existe',
  'Starts a task with numbers, or with a file of them.':
    'Inicia una tarea con números o con un archivo de ellos.',
  'Where the task is to be found': 'Dónde se encuentra la tarea',
  'One task.': 'Una tarea.',
  "The task's number": 'El número de la tarea',
  'Ends a task early: what is not done is given up, and its points come back at once.':
    'Termina una tarea antes de tiempo: se abandona lo que falta y sus puntos vuelven enseguida.',
  'The state of the task does not allow that': 'El estado de la tarea no lo permite',
  'The results of a task, in the order of its numbers; all of them once it is over. Asked for as `text/csv`, all come in one stream.':
    'Los resultados de una tarea, en el orden de sus números; todos cuando termina. Pedidos como `text/csv`, llegan todos en un solo flujo.',
  'Numbers of a page: 100 when missing.': 'Números por página: 100 si falta.',
  'Only what this project says.': 'Solo lo que dice este proyecto.',
  'Only numbers about which it says this; `unknown` and `skipped` are statuses, too.':
    'Solo los números con este estado; `unknown` y `skipped` también lo son.',
  'What the account has, in ten-thousandths of a point.': 'El saldo de la cuenta, en diezmilésimas de punto.',
  'Quota that can be spent.': 'Cuota que se puede gastar.',
  'Points and quota that are set aside for what runs.':
    'Puntos y cuota reservados para lo que está en curso.',
  'Points that can be spent.': 'Puntos que se pueden gastar.',
  'The group of the menu that a project stands in.': 'El grupo del menú al que pertenece el proyecto.',
  'What one check says.': 'Lo que dice una comprobación.',
  'Whether it is the answer that the project looks for.': 'Si es la respuesta que busca el proyecto.',
  'More about it.': 'Más detalles.',
  'What it cost, in ten-thousandths of a point.': 'Lo que costó, en diezmilésimas de punto.',
  'When.': 'Cuándo.',
  'Why nobody could tell. Then it costs nothing.': 'Por qué nadie pudo responder. Entonces no cuesta nada.',
  'Where it comes from.': 'De dónde procede.',
  'The answer; `null` when nobody could tell.': 'La respuesta; `null` si nadie pudo responder.',
  'Why a check has no answer.': 'Por qué una comprobación no tiene respuesta.',
  'A stable word, such as `timeout`, `no_channel` or `suppressed`.':
    'Una palabra estable, como `timeout`, `no_channel` o `suppressed`.',
  'What kind of problem it is.': 'Qué tipo de problema es.',
  'What a number must have for a step of a waterfall to be asked. Empty parts are no condition.':
    'Lo que debe cumplir un número para que se consulte un paso de la cascada. Las partes vacías no son condición.',
  'The country it must belong to.': 'El país al que debe pertenecer.',
  'The type it must have, such as `mobile`.': 'El tipo que debe tener, como `mobile`.',
  'What that step must have answered.': 'Lo que ese paso debe haber respondido.',
  'An earlier step, counted from 0.': 'Un paso anterior, contado desde 0.',
  'A field that is wrong.': 'Un campo incorrecto.',
  'Why it is wrong.': 'Por qué es incorrecto.',
  'Where it stands in the body, as a JSON pointer; the name of a query parameter without a slash.':
    'Dónde está en el cuerpo, como puntero JSON; sin barra, el nombre de un parámetro de consulta.',
  'A number to be looked up.': 'Un número que consultar.',
  'The country in which a number without `+` is dialled: two letters.':
    'El país desde el que se marca un número sin `+`: dos letras.',
  'Own answers that are at most so many days old are used again, for nothing.':
    'Se reutilizan gratis las respuestas propias con hasta estos días de antigüedad.',
  'In any usual form.': 'En cualquier forma habitual.',
  'Projects to be asked, by their slugs; each costs its price when it has a definite answer.':
    'Proyectos que consultar, por su slug; cada uno cuesta su precio cuando da una respuesta definitiva.',
  'A number and what is known about it.': 'Un número y lo que se sabe de él.',
  'The carrier that it was first given to; people take their numbers with them.':
    'La operadora a la que se asignó en origen; la gente se lleva sus números.',
  'What all checks together cost, in ten-thousandths of a point.':
    'Lo que cuestan todas las comprobaciones juntas, en diezmilésimas de punto.',
  'One object a project; `null` when the project was not asked.':
    'Un objeto por proyecto; `null` si no se consultó.',
  'Two letters; `001` for numbers of no country.': 'Dos letras; `001` para números sin país.',
  'As it was sent; in results of tasks, in E.164.': 'Tal como se envió; en resultados de tareas, en E.164.',
  'It has a possible length.': 'Tiene una longitud posible.',
  'Why it is not valid, such as `too_short`.': 'Por qué no es válido, como `too_short`.',
  'The place that it was given out for.': 'El lugar para el que se asignó.',
  'It is a test number: its answers are fixed and cost nothing.':
    'Es un número de prueba: sus respuestas son fijas y no cuestan nada.',
  'The first of them.': 'La primera de ellas.',
  'All time zones that it can be in.': 'Todas las zonas horarias posibles.',
  'Such as `mobile`, `fixed_line` or, where the plan does not tell them apart, `fixed_line_or_mobile`.':
    'Como `mobile`, `fixed_line` o, donde el plan no los distingue, `fixed_line_or_mobile`.',
  'It fits the numbering plan of its country. Whether it is in use, its digits do not tell.':
    'Encaja en el plan de numeración de su país. Si está en uso, sus cifras no lo dicen.',
  'A request that is refused.': 'Una petición rechazada.',
  'The kind of problem as a stable word.': 'El tipo de problema como palabra estable.',
  'What went wrong this time.': 'Qué falló esta vez.',
  'The fields that are wrong.': 'Los campos incorrectos.',
  'The HTTP status.': 'El estado HTTP.',
  'The kind of problem in a few words.': 'El tipo de problema en pocas palabras.',
  'Names the kind of problem, and leads to its description.':
    'Nombra el tipo de problema y lleva a su descripción.',
  'Something that can be checked about numbers.': 'Algo que se puede comprobar sobre los números.',
  'Somebody can answer now.': 'Alguien puede responder ahora.',
  'The countries that it knows; empty for all.': 'Los países que conoce; vacío para todos.',
  'Other prices, by country.': 'Otros precios, por país.',
  'And at the most so many.': 'Y como máximo tantos.',
  'A task has at least so many numbers.': 'Una tarea tiene al menos tantos números.',
  'For one definite answer, in ten-thousandths of a point.':
    'Por una respuesta definitiva, en diezmilésimas de punto.',
  'What it is called in requests.': 'Cómo se llama en las peticiones.',
  'The definite answers there are; the first is the one that is looked for.':
    'Las respuestas definitivas posibles; la primera es la que se busca.',
  'The projects that can be asked.': 'Los proyectos disponibles.',
  'A page of results.': 'Una página de resultados.',
  'Where the next page begins; `null` when this is the last.':
    'Dónde empieza la página siguiente; `null` si es la última.',
  'Where an answer comes from.': 'De dónde procede una respuesta.',
  'How far a task has come.': 'Hasta dónde ha llegado una tarea.',
  'A project of a task.': 'Un proyecto de una tarea.',
  'Under which condition; only in a waterfall.': 'Con qué condición; solo en una cascada.',
  'A file of numbers, and what is to be done with them.': 'Un archivo de números y qué hacer con ellos.',
  'CSV, TXT, XLSX, or gz or zip of those.': 'CSV, TXT, XLSX, o gz o zip de ellos.',
  'As in a JSON body, without `numbers`; must come before the file.':
    'Como en un cuerpo JSON, sin `numbers`; debe ir antes del archivo.',
  'A screening task.': 'Una tarea de filtrado.',
  'How several projects go over one list.': 'Cómo recorren varios proyectos una lista.',
  'A task.': 'Una tarea.',
  'What it has cost so far.': 'Lo que ha costado hasta ahora.',
  'Numbers that have results.': 'Números con resultados.',
  'The most that it can cost, in ten-thousandths of a point.':
    'Lo máximo que puede costar, en diezmilésimas de punto.',
  'Answers that were looked for.': 'Respuestas que se buscaban.',
  'Why it ended early: `too_many_unknown` or `unprocessed`.':
    'Por qué terminó antes: `too_many_unknown` o `unprocessed`.',
  'When its results are deleted.': 'Cuándo se borran sus resultados.',
  'All its numbers are test numbers.': 'Todos sus números son de prueba.',
  'Valid, unique numbers.': 'Números válidos y únicos.',
  'Answers that nobody could give.': 'Respuestas que nadie pudo dar.',
  'A task to be started.': 'Una tarea que iniciar.',
  'The projects to be asked: 1 to 8.': 'Los proyectos que consultar: de 1 a 8.',
  'The country in which numbers without `+` are dialled: two letters.':
    'El país desde el que se marcan los números sin `+`: dos letras.',
  'Own answers that are at most so many days old (0 to 30) are used again, for nothing.':
    'Se reutilizan gratis las respuestas propias con hasta estos días de antigüedad (de 0 a 30).',
  'Refused when it could cost more, in ten-thousandths of a point.':
    'Se rechaza si pudiera costar más, en diezmilésimas de punto.',
  'How several projects go over the numbers; `parallel` when missing, `single` for one.':
    'Cómo recorren varios proyectos los números; `parallel` si falta, `single` para uno.',
  'What it is called; at most 120 characters.': 'Cómo se llama; 120 caracteres como máximo.',
  'At most 10,000; not in the description of a file.':
    '10.000 como máximo; no en la descripción de un archivo.',
  'A page of tasks.': 'Una página de tareas.',
  'One number at once': 'Un número al momento',
  'Many numbers in the background': 'Muchos números en segundo plano',
  'What can be asked, and what the account has': 'Qué se puede consultar y el saldo de la cuenta',
};

export default words;
