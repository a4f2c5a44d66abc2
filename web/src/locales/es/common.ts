import type { MessagesOf } from '../messages';

export const common: MessagesOf<'common'> = {
  product_title: 'Sistema de filtrado de números',
  cancel: 'Cancelar',
  close: 'Cerrar',
  confirm: 'Confirmar',
  copied: 'Copiado',
  discard: 'Descartar',
  language: 'Idioma',
  language_switched: 'Idioma cambiado',
  loading: 'Cargando',
  reload: 'Recargar la página',
  retry: 'Reintentar',
  unsaved_title: 'Datos sin guardar',
  unsaved_text: 'Si continúa, se perderá lo que ha escrito.',
  use_dark: 'Usar el tema oscuro',
  use_light: 'Usar el tema claro',
};
