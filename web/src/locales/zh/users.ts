/** User management. */
export const users = {
  description: '查看您有权管理的账户',
  uid: 'UID',
  username: '用户名',
  account_type: '账户类型',
  all_types: '全部类型',
  search: '用户名或 UID',
  state: '状态',
  all_states: '全部状态',
  enabled: '启用',
  disabled: '停用',
  inviter: '邀请人 UID',
  last_login_at: '最近登录',
  created_at: '注册时间',
  empty: '还没有账户',
  empty_hint: '通过您的邀请码注册的账户会显示在这里。',
};
