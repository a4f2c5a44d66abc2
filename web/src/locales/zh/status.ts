/** Status pages. */
export const status = {
  back_home: '返回首页',
  not_found: '页面不存在',
  not_found_hint: '地址可能有误，或您的账户没有此页面。',
  no_permission: '没有访问权限',
  no_permission_hint: '如需访问，请联系管理员开通。',
};
