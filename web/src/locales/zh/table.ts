/** Data tables. */
export const table = {
  columns: '显示列',
  total: '共 {{total}} 条',
  page_size: '每页条数',
  rows_a_page: '{{size}} 条/页',
  previous_page: '上一页',
  next_page: '下一页',
  page_n: '第 {{page}} 页',
  search: '查询',
  nothing_found: '没有符合条件的记录',
  nothing_found_hint: '换个条件试试，或清除筛选。',
  clear_filters: '清除筛选',
  selected: '已选 {{count}} 项',
  select_row: '选择此行',
  select_page: '选择本页全部',
  clear_selection: '取消选择',
};
