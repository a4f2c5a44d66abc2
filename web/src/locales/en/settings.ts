import type { MessagesOf } from '../messages';

export const settings: MessagesOf<'settings'> = {
  appearance: 'Appearance',
  color_scheme: 'Colour scheme',
  light: 'Light',
  dark: 'Dark',
  system: 'System',
  theme_color: 'Theme colour',
  free_color: 'Custom colour',
  layout: 'Layout',
  tags_view: 'Tags view',
  fixed_header: 'Fixed header',
  sidebar_logo: 'Sidebar logo',
  pinyin_search: 'Pinyin menu search',
  handle: 'Settings button on the right edge',
  preferences: 'Preferences',
};
