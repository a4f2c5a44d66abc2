import type { MessagesOf } from '../messages';

export const common: MessagesOf<'common'> = {
  product_title: 'Sistema de filtrado de números',
  account_types: {
    type_1: 'Administrador',
    type_2: 'Operador',
    type_3: 'Cliente con crédito',
    type_4: 'Cliente de API',
    type_5: 'Cliente',
  },
  account_type_n: 'Tipo {{type}}',
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
  scroll_area: '{{label}}: se desplaza en horizontal',
};
