/** Spanish translation of what the public API's description says about reading lists. */
export const reading: Readonly<Record<string, string>> = {
  'How the file is read, such as `{"column": 2}`. The rest is guessed; a doubtful guess is refused with what to send here.':
    'Cómo se lee el archivo, por ejemplo `{"column": 2}`. El resto se detecta; si el resultado es dudoso, la petición se rechaza e indica qué enviar aquí.',
  'Known parts of a mapping, which are not guessed.': 'Partes conocidas del mapeo, que no se detectan.',
  'The sheet of a workbook.': 'La hoja de un libro.',
  'The encoding of text.': 'La codificación del texto.',
  'The encoding of a text file.': 'La codificación de un archivo de texto.',
  'The delimiter of text.': 'El separador del texto.',
  'The character between the cells of a line.': 'El carácter entre las celdas de una línea.',
  'Rows above the table that are not blank.': 'Filas no vacías por encima de la tabla.',
  'Whether the table begins with a header.': 'Si la tabla empieza con un encabezado.',
  'Further columns of numbers.': 'Otras columnas de números.',
  'Further sheets with the same columns.': 'Otras hojas con las mismas columnas.',
  'The column of the numbers.': 'La columna de los números.',
  'The country of numbers without `+`; empty for none.': 'El país de los números sin `+`; vacío si no hay.',
  'Whether the countries of the rows are read from a column; if so, which.':
    'Si los países de las filas se leen de una columna y, en ese caso, de cuál.',
  'The choice of a column that a table may not have.': 'La elección de una columna que puede no existir.',
  'There is none.': 'No hay ninguna.',
  'Whether the numbers begin in another column, such as one of area codes; if so, in which.':
    'Si los números empiezan en otra columna, como la del prefijo; en tal caso, en cuál.',
  'This column, starting at 0.': 'Esta columna, empezando por 0.',
};
