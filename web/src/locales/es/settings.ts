import type { MessagesOf } from '../messages';

export const settings: MessagesOf<'settings'> = {
  appearance: 'Apariencia',
  color_scheme: 'Esquema de color',
  light: 'Claro',
  dark: 'Oscuro',
  system: 'Sistema',
  theme_color: 'Color del tema',
  free_color: 'Otro color',
  layout: 'Diseño',
  tags_view: 'Barra de pestañas',
  fixed_header: 'Cabecera fija',
  sidebar_logo: 'Logotipo lateral',
  pinyin_search: 'Búsqueda por pinyin',
  handle: 'Botón de ajustes en el borde derecho',
  preferences: 'Preferencias',
};
