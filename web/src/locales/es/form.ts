import type { MessagesOf } from '../messages';

export const form: MessagesOf<'form'> = {
  save: 'Guardar',
  saved: 'Guardado',
  create: 'Crear',
  edit: 'Editar',
  delete: 'Eliminar',
  copy: 'Copiar',
  export: 'Exportar CSV',
  actions: 'Acciones',
  actions_for: 'Acciones de {{name}}',
  yes: 'Sí',
  no: 'No',
  nothing: 'Ninguno',
  conflict_title: 'Otra persona lo ha cambiado entretanto',
  conflict_text: 'El registro cambió mientras usted lo editaba. Lo que escribió aún no está guardado.',
  conflict_reload: 'Cargar lo último y conservar lo mío',
  conflict_reloaded: 'Se ha cargado lo último y sus cambios siguen ahí. Revíselos y guarde de nuevo.',
  conflict_both: 'Cambiado por ambos: {{fields}} (se conserva lo suyo)',
  one_time_password: 'Contraseña de un solo uso',
  one_time_hint: 'Solo se muestra esta vez. Cópiela y entréguela a {{name}} de forma segura.',
  done: 'Listo',
};
