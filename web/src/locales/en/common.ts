import type { MessagesOf } from '../messages';

export const common: MessagesOf<'common'> = {
  product_title: 'Number Screening System',
  account_types: {
    type_1: 'Administrator',
    type_2: 'Operator',
    type_3: 'Credit customer',
    type_4: 'API customer',
    type_5: 'Customer',
  },
  account_type_n: 'Type {{type}}',
  cancel: 'Cancel',
  close: 'Close',
  confirm: 'Confirm',
  copied: 'Copied',
  discard: 'Discard',
  language: 'Language',
  language_switched: 'Language switched',
  loading: 'Loading',
  reload: 'Reload page',
  retry: 'Retry',
  unsaved_title: 'Unsaved changes',
  unsaved_text: 'Your changes will be lost if you continue.',
  use_dark: 'Switch to the dark theme',
  use_light: 'Switch to the light theme',
  scroll_area: '{{label}} (scrolls horizontally)',
};
