/** Error messages. */
export const errors = {
  error: 'Error',
  has_error: 'Has Error',
  verification_failed: '验证失败,请重新登录.',
  no_login_permission: '账户无登录权限!',
  menu_failed: '菜单数据加载异常',
  request_failed: '请求失败，请重试',
  no_full_screen: 'you browser can not work',
  page_failed: '页面出现错误',
  page_not_loaded: '页面未能加载',
  try_again_hint: '请检查网络后重试；如果问题依旧，请联系服务方。',
  refused_hint: '请稍后重试；若持续出现，请联系管理员。',
  forbidden_hint: '您的角色没有此页所需的权限。如有需要，请联系管理员开通。',
  newer_version_title: '此页面需要更新的版本',
  newer_version_hint: '当前控制台版本不包含此页面。重新加载即可获取服务器上的最新版本。',
};
