/** Spanish translation of what the public API's description says about suppression lists. */
export const suppression: Readonly<Record<string, string>> = {
  'Numbers that must not be contacted: they are never checked nor charged':
    'Números que no se deben contactar: no se comprueban ni se cobran',
  'A suppression list.': 'Una lista de exclusión.',
  'How many numbers it has.': 'Cuántos números tiene.',
  'The state of a suppression list. Only lists that are `ready` apply and can be changed.':
    'El estado de una lista de exclusión. Solo las listas `ready` se aplican y se pueden cambiar.',
  'Its file, which was uploaded in the console, is not read yet.':
    'Su archivo, subido en la consola, aún no se ha leído.',
  'Its file cannot be read.': 'Su archivo no se puede leer.',
  'A page of suppression lists.': 'Una página de listas de exclusión.',
  'A suppression list and what the request changed.': 'Una lista de exclusión y lo que cambió la petición.',
  'Numbers that the list did not have before.': 'Números que la lista no tenía antes.',
  'Numbers that the list no longer has.': 'Números que la lista ya no tiene.',
  'Numbers of the request that changed nothing, such as those that were sent twice.':
    'Números de la petición que no cambiaron nada, como los enviados dos veces.',
  'Texts that are not valid numbers. The others are processed.':
    'Textos que no son números válidos. Los demás se procesan.',
  'A text that is not a valid number.': 'Un texto que no es un número válido.',
  'Its position among the numbers of the request, from 0.':
    'Su posición entre los números de la petición, desde 0.',
  'Lists per page; 20 by default.': 'Listas por página; 20 de forma predeterminada.',
  'Lists the suppression lists of the account, newest first, including those of the console.':
    'Enumera las listas de exclusión de la cuenta, las más recientes primero, incluidas las de la consola.',
  'Returns one suppression list.': 'Devuelve una lista de exclusión.',
  'Id of the suppression list': 'Id de la lista de exclusión',
  'Path of the suppression list': 'Ruta de la lista de exclusión',
  'A suppression list to create.': 'Una lista de exclusión que se va a crear.',
  'Name of the list; at most 120 characters.': 'Nombre de la lista; 120 caracteres como máximo.',
  'In any common format; at most 10,000. Add more afterwards.':
    'En cualquier formato habitual; 10.000 como máximo. Añada más después.',
  'Creates a suppression list. Its numbers are skipped by the tasks and lookups of the account from now on, free of charge.':
    'Crea una lista de exclusión. Desde ahora las tareas y consultas de la cuenta omiten sus números, sin coste.',
  'Numbers of a suppression list.': 'Números de una lista de exclusión.',
  'Adds numbers to a suppression list.': 'Añade números a una lista de exclusión.',
  'Removes numbers from a suppression list.': 'Quita números de una lista de exclusión.',
  'Replaces all numbers of a suppression list. Without numbers the list becomes empty.':
    'Sustituye todos los números de una lista de exclusión. Sin números, la lista queda vacía.',
  'Deletes a suppression list. Its numbers are checked again.':
    'Elimina una lista de exclusión. Sus números se vuelven a comprobar.',
};
