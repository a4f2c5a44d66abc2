/** Spanish translation of what the public API's description says about generation. */
export const generation: Readonly<Record<string, string>> = {
  'Generate numbers, where the roles of the account allow it':
    'Generar números, si los roles de la cuenta lo permiten',
  'Two-letter code of the country whose types and carriers are returned; without it, the countries.':
    'Código de dos letras del país cuyos tipos y operadoras se devuelven; sin él, los países.',
  'A country with a numbering plan.': 'Un país con plan de numeración.',
  'Two-letter code.': 'Código de dos letras.',
  'Without `+`.': 'Sin `+`.',
  'In English.': 'En inglés.',
  'Whether a numbering plan distinguishes mobile from fixed-line numbers.':
    'Si un plan de numeración distingue los números móviles de los fijos.',
  'A type of number in a country.': 'Un tipo de número de un país.',
  'Numbers of this type.': 'Números de este tipo.',
  'A carrier of a country.': 'Una operadora de un país.',
  'As a segment names it.': 'Como la nombra un segmento.',
  'Numbers that were allocated to it.': 'Números que se le asignaron.',
  'What a segment can ask for.': 'Lo que puede pedir un segmento.',
  'Empty if a country was given.': 'Vacío si se indicó un país.',
  '`null` without a country.': '`null` sin país.',
  'Empty without a country.': 'Vacío sin país.',
  'Largest first; empty without a country.': 'De mayor a menor; vacío sin país.',
  'Returns the countries, or the types and carriers of one country.':
    'Devuelve los países, o los tipos y operadoras de un país.',
  'A part of a run.': 'Una parte de una serie.',
  'How many numbers.': 'Cuántos números.',
  'Numbers to generate.': 'Números que generar.',
  '1 to 20, with at most 10,000,000 numbers in total.':
    'De 1 a 20, con 10.000.000 de números en total como máximo.',
  '`random` by default.': 'De forma predeterminada, `random`.',
  'How numbers of earlier runs are treated: `exclude` by default.':
    'Cómo se tratan los números de series anteriores: de forma predeterminada, `exclude`.',
  '`e164` by default.': 'De forma predeterminada, `e164`.',
  'Id of a list of the account whose numbers are left out, such as a suppression list.':
    'Id de una lista de la cuenta cuyos números se excluyen, como una lista de exclusión.',
  'Sets of numbers to count.': 'Conjuntos de números que contar.',
  '1 to 20.': 'De 1 a 20.',
  'How many numbers a set has.': 'Cuántos números tiene un conjunto.',
  'All numbers of the set.': 'Todos los números del conjunto.',
  'Numbers that the account has generated before.': 'Números que la cuenta ha generado antes.',
  'Other numbers that are on the list that is left out.': 'Otros números que están en la lista excluida.',
  'Numbers that the next run can generate.': 'Números que puede generar la próxima serie.',
  'Some of them.': 'Algunos de ellos.',
  'How many numbers sets have.': 'Cuántos números tienen los conjuntos.',
  'One for each set, in the same order.': 'Uno por conjunto, en el mismo orden.',
  'Counts the numbers of sets.': 'Cuenta los números de conjuntos.',
  'The counts are exact: all numbers, those that the account has generated before, and those that are left.':
    'Las cifras son exactas: todos los números, los que la cuenta ha generado antes y los que quedan.',
  'Generated numbers. They are not stored, but computed again when they are fetched.':
    'Números generados. No se guardan: se calculan de nuevo al obtenerlos.',
  'Numbers of all segments.': 'Números de todos los segmentos.',
  'Until when the numbers can be fetched.': 'Hasta cuándo se pueden obtener los números.',
  'Generates numbers, free of charge.': 'Genera números, gratis.',
  "Numbers of the account's earlier runs are left out unless `earlier` says otherwise.":
    'Los números de series anteriores de la cuenta se excluyen, salvo que `earlier` diga otra cosa.',
  'Path of the run': 'Ruta de la serie',
  'A page of runs.': 'Una página de series.',
  'Runs per page; 20 by default.': 'Series por página; de forma predeterminada, 20.',
  "Lists the account's runs that have not expired, newest first, including those of the console.":
    'Lista las series de la cuenta que no han caducado, primero las más recientes, incluidas las de la consola.',
  'Id of the run': 'Id de la serie',
  'Returns one run.': 'Devuelve una serie.',
  'Returns the numbers of a run.': 'Devuelve los números de una serie.',
  'One per line, or as CSV with their country, type, carrier and segment. They are compressed if `Accept-Encoding` has `gzip` or `zstd`.':
    'Uno por línea, o como CSV con su país, tipo, operadora y segmento. Se comprimen si `Accept-Encoding` tiene `gzip` o `zstd`.',
  'Deletes a run.': 'Borra una serie.',
  'Its numbers stay used: later runs leave them out.':
    'Sus números siguen usados: las series posteriores los excluyen.',
  'Types of numbers that can be generated.': 'Tipos de números que se pueden generar.',
  'Numbers that the numbering plan does not tell apart.': 'Números que el plan de numeración no distingue.',
  'The order in which numbers are drawn.': 'El orden en que se sacan los números.',
  'Each number once, in random order.': 'Cada número una vez, en orden aleatorio.',
  'In ascending order.': 'En orden ascendente.',
  'How numbers are formatted.': 'Cómo se escriben los números.',
  '`+8613812345678`.': '`+8613812345678`.',
  'As dialled within the country.': 'Como se marca dentro del país.',
  '`+86 138 1234 5678`.': '`+86 138 1234 5678`.',
  "How a new run treats the numbers of the account's earlier runs.":
    'Cómo trata una serie nueva los números de series anteriores de la cuenta.',
  'Skip them.': 'Omitirlos.',
  'Continue after the last run over the same set; numbers of other runs may repeat.':
    'Continuar tras la última serie sobre el mismo conjunto; los números de otras series pueden repetirse.',
  'Start again from the beginning; numbers may repeat.': 'Empezar de nuevo; los números pueden repetirse.',
  'A set of numbers as the user describes it. Missing fields do not limit the set.':
    'Un conjunto de números tal como lo describe el usuario. Los campos que faltan no lo limitan.',
  'Two-letter country code.': 'Código de país de dos letras.',
  'English name of the carrier to which the numbers were originally allocated.':
    'Nombre en inglés de la operadora a la que se asignaron los números originalmente.',
  'First digits; national, or international after `+`.':
    'Primeras cifras; nacionales, o internacionales tras `+`.',
  '`+86 138 ???? 88[0-9]8`; national, or international after `+`.':
    '`+86 138 ???? 88[0-9]8`; nacional, o internacional tras `+`.',
  'A run of the number generator.': 'Una serie del generador de números.',
};
