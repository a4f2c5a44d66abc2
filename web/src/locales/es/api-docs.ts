import type { MessagesOf } from '../messages';

export const api_docs: MessagesOf<'api_docs'> = {
  reference_hint: 'Parámetros, cuerpos y respuestas de cada operación, para probarlos con su propia clave',
  errors_hint: 'El type de cada respuesta de error lleva aquí',
  keys_page: 'Mis claves',
  errors_page: 'Errores',
  cookbook_page: 'Recetario',
  cookbook_hint: 'Programas completos para tareas habituales. Nuestras pruebas los ejecutan.',
  reference_page: 'Referencia de la API',
  description_file: 'Descripción OpenAPI',
  contents: 'Contenido',
  open_all: 'Desplegar todo',
  close_all: 'Plegar todo',
  load_failed: 'No se pudo leer la descripción de la API',
  key: {
    title: 'Clave para probar',
    label: 'Su clave',
    hint: 'Queda en la memoria de esta página, no se guarda y desaparece al recargar.',
    warning:
      'Lo que pruebe ocurre de verdad: las tareas nuevas y las consultas con proyectos cuestan puntos. Los números de prueba son gratis.',
  },
  parameters: 'Parámetros',
  body: 'Cuerpo',
  answers: 'Respuestas',
  example: 'Ejemplo',
  curl: 'curl',
  name: 'Nombre',
  type: 'Tipo',
  what: 'Qué es',
  required: 'obligatorio',
  in: { path: 'ruta', query: 'consulta', header: 'cabecera', cookie: 'cookie' },
  try: {
    title: 'Probar',
    send: 'Enviar',
    accept: 'Formato de la respuesta',
    body: 'Cuerpo (JSON)',
    key_missing: 'Escriba antes una clave arriba.',
    path_missing: 'Escriba {{name}}',
    body_wrong: 'No es JSON válido',
    failed: 'No llegó respuesta. Compruebe la conexión e inténtelo de nuevo.',
    status: 'Estado',
    headers: 'Cabeceras de la respuesta',
    answer: 'Respuesta',
    cut: 'Solo se muestran los primeros {{n}} caracteres',
  },
  what_to_do: 'Qué hacer',
  link_to: 'Enlace a {{code}}',
  unknown_code: 'No hay ningún error llamado {{code}}. Puede ser de una versión más nueva.',
  errors: {
    'invalid-request': {
      meaning:
        'La petición no se puede leer: JSON mal formado, falta un campo, un tipo erróneo o un campo o parámetro desconocido.',
      action: 'Corrija lo que indica errors (pointer) y envíela de nuevo. Repetirla igual no sirve.',
    },
    unauthorized: {
      meaning: 'No hay clave, o es desconocida, está caducada o revocada.',
      action:
        'Revise la cabecera Authorization: Bearer ns_… y, si hace falta, cree o rote una clave en la página de la API.',
    },
    'insufficient-balance': {
      meaning: 'No hay puntos para lo máximo que podría costar esta petición.',
      action: 'Recargue, o pida menos números o proyectos. GET /v1/balance indica el saldo.',
    },
    forbidden: {
      meaning: 'A la clave le falta el ámbito que necesita esta operación.',
      action: 'Edite la clave en la página de la API y marque el ámbito, o use otra clave.',
    },
    'ip-not-allowed': {
      meaning: 'La petición vino de una dirección que no está en la lista de la clave.',
      action: 'Añada a la clave la dirección de salida de su servidor. El detail dice cuál vimos.',
    },
    'account-disabled': {
      meaning: 'La cuenta a la que pertenece la clave está desactivada.',
      action: 'Consulte a quien gestiona el servicio.',
    },
    'not-found': {
      meaning: 'No existe esa ruta, tarea o proyecto, o no es suyo.',
      action: 'Revise la ruta y el id. Los resultados caducados tampoco se encuentran.',
    },
    'method-not-allowed': {
      meaning: 'Esta ruta no admite este método.',
      action: 'Use uno de los que indica la cabecera Allow de la respuesta.',
    },
    'not-acceptable': {
      meaning: 'El formato que pide la cabecera Accept no está disponible.',
      action: 'Pida application/json, o text/csv para los resultados de una tarea.',
    },
    'idempotency-conflict': {
      meaning: 'Se está procesando una petición con la misma Idempotency-Key.',
      action: 'Espere un momento y envíe lo mismo: recibirá la respuesta de la primera.',
    },
    'task-state': {
      meaning: 'El estado de la tarea no permite esto, por ejemplo cancelar una terminada.',
      action: 'Mire antes su estado con GET /v1/tasks/{id}.',
    },
    'endpoint-disabled': {
      meaning: 'El webhook está desactivado, así que no se le envían mensajes.',
      action: 'Actívelo con PATCH /v1/webhooks/{id} y `"enabled": true` y repita la petición.',
    },
    conflict: {
      meaning: 'Otra petición lo ha cambiado entretanto o lo está usando.',
      action: 'Lea su estado actual y repita la petición.',
    },
    'limit-reached': {
      meaning: 'La cuenta tiene tantas listas, tareas en curso o archivos guardados como puede.',
      action:
        'Elimine lo que ya no necesite, espere a que terminen tareas o pida al operador un límite mayor.',
    },
    'payload-too-large': {
      meaning: 'El cuerpo es demasiado grande o tiene más de 10.000 números.',
      action: 'Envíe la lista como archivo (multipart) o haga varias tareas.',
    },
    'unsupported-media-type': {
      meaning: 'No se admite el Content-Type del cuerpo.',
      action: 'Use application/json, o multipart/form-data para una tarea con archivo.',
    },
    'idempotency-mismatch': {
      meaning: 'Esta Idempotency-Key ya se usó con otro cuerpo.',
      action: 'Use una Idempotency-Key nueva, por ejemplo un UUID, para cada petición nueva.',
    },
    unprocessable: {
      meaning:
        'La petición se entiende, pero no se puede hacer: un proyecto está desactivado, una condición no puede cumplirse o el precio supera max_price.',
      action: 'Detail y errors dicen por qué. Cámbielo y envíela de nuevo.',
    },
    'rate-limited': {
      meaning: 'Hubo demasiadas peticiones con esta clave en un minuto.',
      action: 'Espere los segundos de Retry-After y ajuste el ritmo según las cabeceras RateLimit.',
    },
    internal: {
      meaning: 'Algo falló en el servidor; su petición no es la causa.',
      action: 'Inténtelo más tarde; con Idempotency-Key es seguro. Si continúa, indíquenos el X-Request-Id.',
    },
    unavailable: {
      meaning: 'El servicio no puede responder ahora, por ejemplo mientras se reinicia.',
      action: 'Inténtelo pasados los segundos de Retry-After, o unos pocos si no hay esa cabecera.',
    },
  },
};
