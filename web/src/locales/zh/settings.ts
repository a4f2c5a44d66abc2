/** The settings drawer. */
export const settings = {
  appearance: '外观',
  color_scheme: '明暗模式',
  light: '浅色',
  dark: '深色',
  system: '跟随系统',
  theme_color: '主题颜色',
  free_color: '自选颜色',
  layout: '布局',
  tags_view: '显示页签栏',
  fixed_header: '固定顶栏',
  sidebar_logo: '侧边栏标志',
  pinyin_search: '菜单拼音搜索',
  handle: '右侧设置按钮',
  preferences: '偏好',
};
