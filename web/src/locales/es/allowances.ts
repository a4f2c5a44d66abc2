import type { MessagesOf } from '../messages';

export const allowances: MessagesOf<'allowances'> = {
  title: 'Uso y límites',
  hint: 'Lo que esta cuenta puede usar. Si necesita más, contacte con el operador.',
  resource: 'Recurso',
  used: 'Usado',
  most: 'Límite',
  share: 'Proporción usada de {{name}}',
  change: 'Cambiar límites',
  edit_title: 'Límites de {{name}}',
  default: 'Déjelo vacío para el valor predeterminado: {{value}}',
  resources: {
    stored_bytes: 'Archivos guardados',
    lists: 'Listas',
    running_tasks: 'Tareas en curso',
    previews: 'Archivos leídos a la vez',
    exports: 'Exportaciones a la vez',
    generations: 'Generaciones de números a la vez',
    api_keys: 'Claves de API',
    webhooks: 'Puntos de webhook',
  },
};
