import type { MessagesOf } from '../messages';

export const common: MessagesOf<'common'> = {
  product_title: 'Number Screening System',
  account_types: {
    type_1: 'Super administrator',
    type_2: 'Operator staff',
    type_3: 'Credit customer',
    type_4: 'API customer',
    type_5: 'Customer',
  },
  account_type_n: 'Type {{type}}',
  cancel: 'Cancel',
  close: 'Close',
  confirm: 'Confirm',
  copied: 'Copied',
  discard: 'Discard input',
  language: 'Language',
  language_switched: 'Language switched',
  messages: 'Messages',
  loading: 'Loading',
  reload: 'Reload the page',
  retry: 'Try again',
  unsaved_title: 'Unsaved input',
  unsaved_text: 'What you typed will be lost if you go on.',
  use_dark: 'Use the dark theme',
  use_light: 'Use the light theme',
};
