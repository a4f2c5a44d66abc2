/** User management. */
export const users = {
  description: '查看您有权管理的账户',
  uid: 'UID',
  username: '用户名',
  account_type: '账户类型',
  account_type_n: '类型 {{type}}',
  all_types: '全部类型',
  types: {
    type_1: '超级管理员',
    type_2: '运营人员',
    type_3: '额度客户',
    type_4: 'API 客户',
    type_5: '普通客户',
  },
  balance: '余额',
  credit: '额度',
  invite_code: '邀请码',
  created_at: '注册时间',
  empty: '还没有账户',
  empty_hint: '通过您的邀请码注册的账户会显示在这里。',
};
