import type { MessagesOf } from '../messages';

export const common: MessagesOf<'common'> = {
  product_title: 'Number Screening System',
  cancel: 'Cancel',
  close: 'Close',
  confirm: 'Confirm',
  copied: 'Copied',
  discard: 'Discard input',
  language: 'Language',
  language_switched: 'Language switched',
  loading: 'Loading',
  reload: 'Reload the page',
  retry: 'Try again',
  unsaved_title: 'Unsaved input',
  unsaved_text: 'What you typed will be lost if you go on.',
  use_dark: 'Use the dark theme',
  use_light: 'Use the light theme',
};
