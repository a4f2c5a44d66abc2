import type { MessagesOf } from '../messages';

export const table: MessagesOf<'table'> = {
  columns: 'Columns',
  total: '{{total}} in total',
  page_size: 'Rows per page',
  rows_a_page: '{{size}} per page',
  previous_page: 'Previous page',
  next_page: 'Next page',
  page_n: 'Page {{page}}',
  search: 'Search',
  nothing_found: 'No matches',
  nothing_found_hint: 'Try a different search or clear the filters.',
  clear_filters: 'Clear filters',
  selected: '{{count}} selected',
  select_row: 'Select row',
  select_page: 'Select all rows on this page',
  clear_selection: 'Clear selection',
};
