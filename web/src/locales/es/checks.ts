import type { MessagesOf } from '../messages';

export const checks: MessagesOf<'checks'> = {
  title: 'Comprobaciones',
  description: 'Todo lo que se puede comprobar, con su precio',
  search: 'Buscar comprobaciones',
  nothing_hint: 'Pruebe con otra palabra o con una categoría, por ejemplo mensajería.',
  favourites: 'Favoritas',
  favourite: 'Favorita: {{name}}',
  available: 'Disponible',
  start_with: 'Nueva tarea: {{name}}',
};
