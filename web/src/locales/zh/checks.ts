/** The catalogue of checks. */
export const checks = {
  title: '全部检测',
  description: '所有可用的检测及其单价',
  search: '搜索检测',
  nothing_hint: '请换一个词，或输入类别。',
  favourites: '收藏',
  favourite: '收藏：{{name}}',
  available: '可用',
  start_with: '新建任务：{{name}}',
};
