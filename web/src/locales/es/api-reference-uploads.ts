/** Spanish translation of what the public API's description says about large files and results. */
export const uploads: Readonly<Record<string, string>> = {
  'Returns what the server supports of tus 1.0.0.': 'Devuelve lo que el servidor admite de tus 1.0.0.',
  'Extensions, algorithms of checksums, and the size of the largest file. Needs no key.':
    'Extensiones, algoritmos de sumas de comprobación y tamaño del archivo más grande. No necesita clave.',
  'What is supported': 'Lo que se admite',
  'Version of the protocol': 'Versión del protocolo',
  'Version of the protocol: `1.0.0`': 'Versión del protocolo: `1.0.0`',
  'Versions that the server supports': 'Versiones que admite el servidor',
  'Extensions that the server supports': 'Extensiones que admite el servidor',
  'Algorithms of `Upload-Checksum`': 'Algoritmos de `Upload-Checksum`',
  'Bytes of the largest file': 'Bytes del archivo más grande',
  'Begins a file that is sent in parts with tus 1.0.0.':
    'Inicia un archivo que se envía por partes con tus 1.0.0.',
  'The parts go to the path in `Location`, which ends with the id of the file.':
    'Las partes van a la ruta de `Location`, que termina con el id del archivo.',
  'Size of the whole file in bytes': 'Tamaño del archivo completo en bytes',
  'Name of the file: `filename`, a space, and the name in Base64':
    'Nombre del archivo: `filename`, un espacio y el nombre en Base64',
  'The file has begun': 'El archivo ha empezado',
  'Path of the parts': 'Ruta de las partes',
  'Bytes received so far': 'Bytes recibidos hasta ahora',
  'When the file is deleted': 'Cuándo se borra el archivo',
  '`Tus-Resumable` is missing or another version': 'Falta `Tus-Resumable` o es otra versión',
  'Returns how much of a file has been received.': 'Devuelve cuánto se ha recibido de un archivo.',
  'After a lost connection, go on from `Upload-Offset`.':
    'Tras una conexión perdida, continúe desde `Upload-Offset`.',
  'The state of the file': 'El estado del archivo',
  'Adds the next part to a file.': 'Añade la siguiente parte a un archivo.',
  'Without a checksum, what arrives before a lost connection counts; with one, a part counts as a whole or not at all. A part at another offset is refused with 409 and the right `Upload-Offset`.':
    'Sin suma de comprobación cuenta lo que llega antes de perder la conexión; con ella, una parte cuenta entera o no cuenta. Una parte en otra posición se rechaza con 409 y el `Upload-Offset` correcto.',
  'Where the part begins: the bytes received so far':
    'Dónde empieza la parte: los bytes recibidos hasta ahora',
  'Checksum of the part: `sha1` or `sha256`, a space, and the checksum in Base64':
    'Suma de comprobación de la parte: `sha1` o `sha256`, un espacio y la suma en Base64',
  'The part was added': 'La parte se añadió',
  'The part has another checksum; send it again':
    'La parte tiene otra suma de comprobación; envíela de nuevo',
  'Deletes a file that is sent in parts, complete or not.':
    'Borra un archivo que se envía por partes, completo o no.',
  'Returns the results of a task in the order of its numbers; complete once the task has ended.':
    'Devuelve los resultados de una tarea en el orden de sus números; están completos cuando la tarea ha terminado.',
  'With `Accept: text/csv`, `application/x-ndjson` or `application/vnd.apache.parquet`, every row that was sent is returned as one stream. CSV and JSON lines are compressed if `Accept-Encoding` has `gzip` or `zstd`.':
    'Con `Accept: text/csv`, `application/x-ndjson` o `application/vnd.apache.parquet` se devuelven todas las filas enviadas en un solo flujo. CSV y JSON Lines se comprimen si `Accept-Encoding` tiene `gzip` o `zstd`.',
  'As sent.': 'Tal como se envió.',
};
