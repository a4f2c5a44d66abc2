import type { MessagesOf } from '../messages';

export const table: MessagesOf<'table'> = {
  columns: 'Columns',
  scroll_area: '{{label}}: scrolls sideways',
  total: '{{total}} in total',
  page_size: 'Rows a page',
  rows_a_page: '{{size}} per page',
  previous_page: 'Previous page',
  next_page: 'Next page',
  page_n: 'Page {{page}}',
  search: 'Search',
  nothing_found: 'Nothing matches',
  nothing_found_hint: 'Try other words or clear the filters.',
  clear_filters: 'Clear filters',
  selected: '{{count}} selected',
  select_row: 'Select this row',
  select_page: 'Select the whole page',
  clear_selection: 'Clear selection',
};
