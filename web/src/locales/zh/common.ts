/** Words that every part of the console uses. */
export const common = {
  product_title: '号码筛选系统',
  cancel: '取消',
  close: '关闭',
  confirm: '确定',
  copied: '已复制',
  discard: '放弃输入',
  language: '语言',
  language_switched: '语言切换成功',
  loading: '加载中',
  reload: '重新加载页面',
  retry: '重试',
  unsaved_title: '内容尚未保存',
  unsaved_text: '继续操作会丢失已输入的内容。',
  use_dark: '切换到深色',
  use_light: '切换到浅色',
};
