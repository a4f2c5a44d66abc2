/** Spanish translation of what the public API's description says about usage. */
export const usage: Readonly<Record<string, string>> = {
  'Projects, balance and usage': 'Proyectos, saldo y uso',
  'First day (UTC); by default 29 days before `to`.':
    'Primer día (UTC); de forma predeterminada, 29 días antes de `to`.',
  'Last day (UTC); today by default. At most 366 days.':
    'Último día (UTC); hoy de forma predeterminada. 366 días como máximo.',
  'Words separated by commas: `day`, `key`, `project` and `source`; `day` by default.':
    'Palabras separadas por comas: `day`, `key`, `project` y `source`; `day` de forma predeterminada.',
  'What the account used.': 'Lo que usó la cuenta.',
  'First day (UTC).': 'Primer día (UTC).',
  'Last day (UTC).': 'Último día (UTC).',
  'One per group that used something, in the order of `day`, `key`, `project` and `source`.':
    'Uno por cada grupo con uso, en el orden de `day`, `key`, `project` y `source`.',
  'The usage of a group. Fields by which it is not grouped are `null`.':
    'El uso de un grupo. Los campos por los que no se agrupa son `null`.',
  'Day (UTC).': 'Día (UTC).',
  'The API key; `null` for the console.': 'La clave de API; `null` para la consola.',
  '`null` for usage that was counted by earlier versions.':
    '`null` para el uso contado por versiones anteriores.',
  'Answers, each for one number and one project.': 'Respuestas, cada una de un número y un proyecto.',
  'Definite answers.': 'Respuestas definitivas.',
  'Charged for them, in ten-thousandths of a point.': 'Lo cobrado por ellas, en diezmilésimas de punto.',
  'An API key of the account.': 'Una clave de API de la cuenta.',
  'The usage of all groups together.': 'El uso de todos los grupos juntos.',
  'What used a project.': 'Qué usó un proyecto.',
  'Returns what the lookups and tasks of the account used, by day, API key, project and source.':
    'Devuelve lo que usaron las consultas y tareas de la cuenta, por día, clave de API, proyecto y origen.',
  'Lookups.': 'Consultas.',
  'Tasks.': 'Tareas.',
  'An API key. Not its secret.': 'Una clave de API. No su secreto.',
  'A list.': 'Una lista.',
  'In any common format; at most 10,000.': 'En cualquier formato habitual; 10.000 como máximo.',
};
