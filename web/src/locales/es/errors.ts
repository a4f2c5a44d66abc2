import type { MessagesOf } from '../messages';

export const errors: MessagesOf<'errors'> = {
  error: 'Error',
  has_error: 'Has Error',
  verification_failed: 'La verificación ha fallado; inicie sesión de nuevo.',
  no_login_permission: 'La cuenta no tiene permiso para iniciar sesión.',
  menu_failed: 'Error al cargar los datos del menú',
  no_answer: 'No se puede conectar con el servidor',
  timed_out: 'El servidor no ha respondido a tiempo',
  unreadable: 'No se ha podido leer la respuesta del servidor (HTTP {{status}})',
  not_refreshed: 'No se han podido actualizar los datos mostrados: {{reason}}',
  request_failed: 'La petición ha fallado; inténtelo de nuevo',
  no_full_screen: 'you browser can not work',
  page_failed: 'Esta página ha tenido un error',
  page_not_loaded: 'No se ha podido cargar la página',
  part_failed: 'Esta parte de la página ha tenido un error',
  part_not_loaded:
    'No se ha podido cargar esta parte de la consola. Compruebe la conexión e inténtelo de nuevo.',
  try_again_hint: 'Compruebe la conexión e inténtelo de nuevo. Si continúa, contacte con el operador.',
  refused_hint: 'Inténtelo más tarde. Si persiste, contacte con el operador.',
  forbidden_hint:
    'Ninguno de sus roles tiene el permiso necesario. Pídalo a un administrador si lo necesita.',
  newer_version_title: 'Esta página necesita una versión más reciente',
  newer_version_hint:
    'Esta versión de la consola no incluye la página. Al recargar se obtiene la última versión del servidor.',
};
