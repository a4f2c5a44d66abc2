/** Spanish translation of what the public API's description says about events, and about the webhooks of tasks. */
export const events: Readonly<Record<string, string>> = {
  'How far a running task is.': 'Por dónde va una tarea en curso.',
  'The state of the task.': 'El estado de la tarea.',
  'Charged so far, in ten-thousandths of a point.': 'Cobrado hasta ahora, en diezmilésimas de punto.',
  'Lookups of several numbers that were sent together.': 'Consultas de varios números enviados juntos.',
  'Ids of the lookups, in the order of the numbers.': 'Ids de las consultas, en el orden de los números.',
  'Slugs of the projects.': 'Slugs de los proyectos.',
  'Numbers that were looked up with these checks.': 'Números consultados con estas comprobaciones.',
  'A list of the console that was read, or cannot be read.':
    'Una lista de la consola que se leyó o no se puede leer.',
  'Id of the list': 'Id de la lista',
  'What the list is for.': 'Para qué es la lista.',
  'Whether it can be used.': 'Si se puede usar.',
  'Why it cannot be read, as a stable word.': 'Por qué no se puede leer, como palabra estable.',
  'Rows of the file.': 'Filas del archivo.',
  'Points or quota that were added to the account, in ten-thousandths of a point.':
    'Puntos o cuota añadidos a la cuenta, en diezmilésimas de punto.',
  'Id of the ledger posting': 'Id del asiento',
  'A paid order, or a correction by the operator.': 'Un pedido pagado o una corrección del operador.',
  'Points that were added.': 'Puntos añadidos.',
  'Quota that was added.': 'Cuota añadida.',
  'How far a running task is, at most every ten seconds.':
    'Por dónde va una tarea en curso, como mucho cada diez segundos.',
  'The lookups of several numbers are answered.': 'Las consultas de varios números tienen respuesta.',
  'A list of the console was read, or cannot be read.': 'Una lista de la consola se leyó o no se puede leer.',
  'Points or quota were added to the account.': 'Se añadieron puntos o cuota a la cuenta.',
  'How far a running task is; at most every ten seconds.':
    'Por dónde va una tarea en curso; como mucho cada diez segundos.',
  'The lookups of several numbers, which were sent together, are answered.':
    'Las consultas de varios números, enviados juntos, tienen respuesta.',
  'A list was read, or cannot be read.': 'Una lista se leyó o no se puede leer.',
  'The events that are sent to it. An endpoint without any gets the events of the tasks that name its address.':
    'Los eventos que se le envían. Uno sin eventos recibe los de las tareas que indican su dirección.',
  'Address that gets the events of this task, too. It becomes a webhook endpoint without events of its own, which needs the scope `webhooks`, unless an endpoint of the account has it.':
    'Dirección que recibe también los eventos de esta tarea. Se convierte en un webhook sin eventos propios, lo que exige el ámbito `webhooks`, salvo que la cuenta ya tenga uno con ella.',
  'Id of the endpoint that gets its events, if it was started with a `webhook_url`.':
    'Id del webhook que recibe sus eventos, si se inició con una `webhook_url`.',
  'The signing secret of that endpoint, if this request has created it. No other response has it, not even that of a repeated request.':
    'El secreto de firma de ese webhook, si esta petición lo creó. Ninguna otra respuesta lo tiene, ni la de una petición repetida.',
  'Prices a task without starting it, also with a key that only reads tasks: what it can cost at most, which numbers are refused and why, and whether it can be started now.':
    'Calcula el precio de una tarea sin iniciarla, también con una clave que solo lee tareas: lo máximo que puede costar, qué números se rechazan y por qué, y si se puede iniciar ahora.',
};
