import type { MessagesOf } from '../messages';

export const table: MessagesOf<'table'> = {
  columns: 'Columnas',
  total: '{{total}} en total',
  page_size: 'Filas por página',
  rows_a_page: '{{size}} por página',
  previous_page: 'Página anterior',
  next_page: 'Página siguiente',
  page_n: 'Página {{page}}',
  search: 'Buscar',
  nothing_found: 'Nada coincide',
  nothing_found_hint: 'Pruebe con otras palabras o quite los filtros.',
  clear_filters: 'Quitar filtros',
  selected: '{{count}} seleccionados',
  select_row: 'Seleccionar esta fila',
  select_page: 'Seleccionar toda la página',
  clear_selection: 'Quitar selección',
};
