import type { MessagesOf } from '../messages';

export const checks: MessagesOf<'checks'> = {
  title: 'Checks',
  description: 'Everything that can be checked, with its price',
  search: 'Search checks',
  nothing_hint: 'Try another word, or a category such as messaging.',
  favourites: 'Favourites',
  favourite: 'Favourite: {{name}}',
  available: 'Available',
  start_with: 'New task: {{name}}',
};
