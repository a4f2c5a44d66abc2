/** Spanish translation of what the public API's description says about webhooks and rows. */
export const webhooks: Readonly<Record<string, string>> = {
  'Messages that are sent to your server, and the endpoints that receive them':
    'Mensajes que se envían a su servidor, y los webhooks que los reciben',
  'A webhook endpoint.': 'Un webhook.',
  'Why it was disabled automatically: `gone` or `failing`.':
    'Por qué se desactivó automáticamente: `gone` o `failing`.',
  'Until then messages are also signed with the old secret.':
    'Hasta entonces los mensajes se firman también con el secreto antiguo.',
  'Deliveries that wait for their next attempt.': 'Entregas que esperan su próximo intento.',
  'All endpoints of the account.': 'Todos los webhooks de la cuenta.',
  'An endpoint and its signing secret, which is shown only once.':
    'Un webhook y su secreto de firma, que se muestra una sola vez.',
  'The signing secret: `whsec_…`.': 'El secreto de firma: `whsec_…`.',
  'A message for one endpoint.': 'Un mensaje para un webhook.',
  'The `webhook-id` of the message; the same for all its attempts.':
    'El `webhook-id` del mensaje; el mismo en todos sus intentos.',
  'When the next attempt is due; `null` if there is none.':
    'Cuándo toca el próximo intento; `null` si no hay ninguno.',
  'The last attempts, oldest first.': 'Los últimos intentos, del más antiguo al más reciente.',
  'The body of the message.': 'El cuerpo del mensaje.',
  'One attempt of a delivery.': 'Un intento de una entrega.',
  'HTTP status of the response, if there was one.': 'Estado HTTP de la respuesta, si la hubo.',
  'Why it failed.': 'Por qué falló.',
  'The first kilobyte of the response.': 'El primer kilobyte de la respuesta.',
  'Lists the webhook endpoints of the account, oldest first.':
    'Lista los webhooks de la cuenta, del más antiguo al más reciente.',
  'An endpoint to create.': 'Un webhook que se va a crear.',
  'Starts with `https://`. Addresses that are not on the public internet are refused.':
    'Empieza por `https://`. Se rechazan las direcciones que no están en la internet pública.',
  'At most 200 characters.': '200 caracteres como máximo.',
  'Creates a webhook endpoint. Its signing secret is in this response and in no other.':
    'Crea un webhook. Su secreto de firma está en esta respuesta y en ninguna otra.',
  'What to change of an endpoint. Fields that are left out stay as they are.':
    'Qué se cambia de un webhook. Los campos que faltan quedan como están.',
  'Disabling an endpoint drops its pending deliveries.':
    'Al desactivar un webhook se descartan sus entregas pendientes.',
  'Changes, enables or disables a webhook endpoint.': 'Cambia, activa o desactiva un webhook.',
  'Deletes a webhook endpoint and the log of its deliveries.':
    'Elimina un webhook y el registro de sus entregas.',
  'How the secret of an endpoint is rotated.': 'Cómo se rota el secreto de un webhook.',
  'Hours for which messages are also signed with the old secret: 0 to 168.':
    'Horas durante las que los mensajes se firman también con el secreto antiguo: de 0 a 168.',
  'Gives a webhook endpoint a new signing secret, which is in this response and in no other.':
    'Da a un webhook un nuevo secreto de firma, que está en esta respuesta y en ninguna otra.',
  'Sends a test message to a webhook endpoint, once, and returns what came of it.':
    'Envía un mensaje de prueba a un webhook, una sola vez, y devuelve el resultado.',
  'Deliveries per page; 20 by default.': 'Entregas por página; 20 por omisión.',
  'Only deliveries in this state: `pending`, `delivered` or `failed`.':
    'Solo las entregas en este estado: `pending`, `delivered` o `failed`.',
  'A page of deliveries.': 'Una página de entregas.',
  'Lists the deliveries of a webhook endpoint, newest first.':
    'Lista las entregas de un webhook, de la más reciente a la más antigua.',
  'Which messages to send again.': 'Qué mensajes se vuelven a enviar.',
  'Messages about events at this time or later (RFC 3339).':
    'Mensajes sobre eventos de este momento o posteriores (RFC 3339).',
  'Send those again that were delivered, too; otherwise only those that failed.':
    'Vuelve a enviar también los entregados; si no, solo los que fallaron.',
  'How many messages are sent again.': 'Cuántos mensajes se vuelven a enviar.',
  'Messages that are sent again with the full retry schedule; at most 1,000 per request, the newest first.':
    'Mensajes que se vuelven a enviar con todos los reintentos; 1000 como máximo por petición, primero los más recientes.',
  'Sends the messages of a webhook endpoint since a time again, each with the same `webhook-id`.':
    'Vuelve a enviar los mensajes de un webhook desde un momento, cada uno con el mismo `webhook-id`.',
  'Why the system disabled an endpoint.': 'Por qué el sistema desactivó un webhook.',
  'Why an attempt failed.': 'Por qué falló un intento.',
  'The results for one row of a task.': 'Los resultados de una fila de una tarea.',
  'What became of the row.': 'Qué pasó con la fila.',
  'Why the row was refused, such as `too_short`; else `null`.':
    'Por qué se rechazó la fila, como `too_short`; si no, `null`.',
  'For a duplicate, the row of the first occurrence; else `null`. A duplicate has the same answers and is charged once.':
    'En un duplicado, la fila de la primera aparición; si no, `null`. Un duplicado tiene las mismas respuestas y se cobra una sola vez.',
  'What became of a row.': 'Qué pasó con una fila.',
  '`all` for every row that was sent, in its order, with what became of it; `unique` for each number that has results, once. The default is `unique` for pages, and `all` for streams. Pages of all rows cannot be filtered by status.':
    '`all`: cada fila enviada, en su orden, con lo que pasó con ella; `unique`: cada número con resultados, una vez. Por omisión `unique` en las páginas y `all` en los flujos. Las páginas de todas las filas no se filtran por estado.',
  '`true` writes the numbers of a CSV stream as the formula `="+12015550100"`, which spreadsheets show as text instead of rounding it; for programs, leave it out.':
    '`true` escribe los números de un flujo CSV como la fórmula `="+12015550100"`, que las hojas de cálculo muestran como texto en lugar de redondearla; para programas, omítalo.',
  'Your own ids of the numbers, one for each, in the same order; at most 100 characters. Results return them as the column `id`.':
    'Sus propios identificadores de los números, uno por número y en el mismo orden; 100 caracteres como máximo. Los resultados los devuelven en la columna `id`.',
  'Rows per page; 100 by default.': 'Filas por página; 100 por omisión.',
  'A row that holds no usable number.': 'Una fila sin un número utilizable.',
  'The text in place of the number, as sent.': 'El texto en lugar del número, tal como se envió.',
  'Why it was refused, such as `too_short`.': 'Por qué se rechazó, como `too_short`.',
  'A page of refused rows.': 'Una página de filas rechazadas.',
  'Can be fewer than the limit, even none, although further pages follow.':
    'Pueden ser menos que el límite, incluso ninguna, aunque sigan más páginas.',
  'Returns the rows of a task that were refused, with the reasons, in the order in which they were sent. They are kept as long as the list of the task.':
    'Devuelve las filas rechazadas de una tarea, con los motivos, en el orden en que se enviaron. Se conservan tanto como la lista de la tarea.',
  'A webhook message for one endpoint.': 'Un mensaje de webhook para un destino.',
  'It has changed or is in use at the moment': 'Ha cambiado o está en uso en este momento',
  'The webhook endpoint is disabled': 'El webhook está desactivado',
};
