/** Spanish translation of the cookbook. */
const words: Readonly<Record<string, string>> = {
  'Complete programs for common jobs with the public API. They use the Python and TypeScript SDKs, and `NUMSIFT_URL` and `NUMSIFT_API_KEY` from the environment. Our tests take them from this page and run them; the Go program only where Go is installed.':
    'Programas completos para tareas habituales con la API pública. Usan los SDK de Python y TypeScript, y `NUMSIFT_URL` y `NUMSIFT_API_KEY` del entorno. Nuestras pruebas los toman de esta página y los ejecutan; el programa en Go, solo donde Go está instalado.',
  'Screen a CRM export and write it back': 'Revisar una exportación del CRM y devolverla',
  'The file comes back with every row in its order, your own columns first, and the answers behind them. Nothing is lost: duplicates have the same answers, and refused rows say why.':
    'El archivo vuelve con todas las filas en su orden, primero sus propias columnas y detrás las respuestas. No se pierde nada: los duplicados tienen las mismas respuestas y las filas rechazadas dicen por qué.',
  'To write only the status back, keep your own id in a column and read the rows as they come:':
    'Para devolver solo el estado, conserve su propio identificador en una columna y lea las filas a medida que llegan:',
  'Send a large file first': 'Enviar primero un archivo grande',
  'A file that is sent first can be quoted, and used by several tasks. The SDKs send large files in parts, so a lost connection costs only the last part.':
    'Un archivo enviado primero admite un presupuesto y sirve para varias tareas. Los SDK envían los archivos grandes por partes, así que una conexión perdida solo cuesta la última parte.',
  'Without an SDK, any tus client works, or this program. If it is stopped, run it again with the address that it has printed: it asks what has arrived and goes on from there.':
    'Sin SDK sirve cualquier cliente de tus, o este programa. Si se interrumpe, ejecútelo de nuevo con la dirección que ha mostrado: pregunta qué ha llegado y continúa desde ahí.',
  'A nightly job': 'Un trabajo nocturno',
  'The idempotency key is the day: if the job is started twice, or again after a crash, the task exists once and is charged once. `max_age_days` reuses answers that you have paid for.':
    'La clave de idempotencia es el día: si el trabajo se inicia dos veces, o de nuevo tras una caída, la tarea existe una vez y se cobra una vez. `max_age_days` reutiliza respuestas que ya ha pagado.',
  'Check a number at sign-up': 'Comprobar un número en el registro',
  'Whether a number is valid and mobile is free and answered in milliseconds. Ask a provider only for numbers that pass, with a time limit, and let people in if the service cannot answer: a sign-up form must not depend on it.':
    'Saber si un número es válido y móvil es gratis y se responde en milisegundos. Pregunte a un proveedor solo por los números que pasan, con un límite de tiempo, y deje entrar a la gente si el servicio no puede responder: un formulario de registro no debe depender de él.',
  'Receive webhooks': 'Recibir webhooks',
  'Verify the raw body, answer at once, and work afterwards. A message can arrive twice: remember the `webhook-id`. The secret is shown when you create the endpoint; these programs read it from `WEBHOOK_SECRET` and listen on `PORT`. Put a proxy with TLS in front.':
    'Verifique el cuerpo sin modificar, responda enseguida y trabaje después. Un mensaje puede llegar dos veces: recuerde el `webhook-id`. El secreto se muestra al crear el endpoint; estos programas lo leen de `WEBHOOK_SECRET` y escuchan en `PORT`. Ponga delante un proxy con TLS.',
  'Handle 429 and 409': 'Tratar 429 y 409',
  'The SDKs do this for you. Without one: repeat a request after 429, 503 and lost connections, and after 409 if it has `Retry-After`; always with the same `Idempotency-Key`, so that it is processed once. Other 409 responses (`task-state`, `endpoint-disabled`, `limit-reached`) need a decision, not a repetition.':
    'Los SDK lo hacen por usted. Sin ellos: repita la petición tras 429, 503 y conexiones perdidas, y tras 409 si tiene `Retry-After`; siempre con la misma `Idempotency-Key`, para que se procese una vez. Otras respuestas 409 (`task-state`, `endpoint-disabled`, `limit-reached`) requieren una decisión, no una repetición.',
  'Move from Twilio Lookup': 'Pasar desde Twilio Lookup',
  'Twilio Lookup v2': 'Twilio Lookup v2',
  Numsift: 'Numsift',
  '`POST /v1/lookup` with `{"number": …}`; up to 100 numbers with `POST /v1/lookups`':
    '`POST /v1/lookup` con `{"number": …}`; hasta 100 números con `POST /v1/lookups`',
  'account SID and auth token': 'SID de cuenta y token',
  'one API key per program, with scopes, addresses and an expiry':
    'una clave de API por programa, con ámbitos, direcciones y caducidad',
  'free: `type`, `original_carrier`; what a provider says: a project in `checks`':
    'gratis: `type`, `original_carrier`; lo que dice un proveedor: un proyecto en `checks`',
  'an error inside a field (`error_code`)': 'un error dentro de un campo (`error_code`)',
  '`checks.{project}.error`; the other checks still have answers':
    '`checks.{project}.error`; las demás comprobaciones siguen teniendo respuesta',
  '429 with exponential back-off': '429 con espera exponencial',
  '429 with `Retry-After`, and `RateLimit` on every response':
    '429 con `Retry-After`, y `RateLimit` en cada respuesta',
  'one request per number': 'una petición por número',
  'tasks: a file in, the same file with answers out':
    'tareas: entra un archivo y sale el mismo archivo con respuestas',
  '`type` comes from the numbering plan: `fixed_line_or_mobile` where the plan does not distinguish them, as in North America. This function returns an answer in the form that code for Twilio expects:':
    '`type` procede del plan de numeración: `fixed_line_or_mobile` donde el plan no los distingue, como en Norteamérica. Esta función devuelve una respuesta con la forma que espera el código para Twilio:',
};

export default words;
