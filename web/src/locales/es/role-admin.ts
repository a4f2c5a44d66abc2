import type { MessagesOf } from '../messages';

export const role_admin: MessagesOf<'role_admin'> = {
  description:
    'Un rol es un conjunto de permisos. Los cambios valen desde la siguiente navegación del usuario.',
  name: 'Nombre',
  name_required: 'Escriba un nombre',
  accounts: 'Cuentas',
  permissions: 'Permisos',
  everything: 'Todo',
  count_of: '{{count}} de {{total}}',
  builtin: 'Integrado',
  new: 'Nuevo rol',
  edit_title: 'Editar el rol {{name}}',
  view_title: 'Rol {{name}}',
  view: 'Ver',
  locked: 'El rol de administrador siempre lo tiene todo y no se puede cambiar.',
  not_grantable: 'Usted no lo tiene, así que no puede concederlo ni quitarlo',
  whole_module: '{{module}}: todos',
  delete_title: '¿Eliminar el rol {{name}}?',
  delete_text: 'No se puede deshacer. Un rol que aún tengan cuentas no se puede eliminar.',
  deleted: 'Rol eliminado',
  empty: 'Todavía no hay roles',
  builtin_names: {
    role_1: 'Administrador',
    role_2: 'Operador',
    role_3: 'Cliente',
  },
  role_n: 'Rol {{id}}',
};
