export const approvals = {
  description:
    '需要第二个人批准的资金操作。不能批准自己的请求；最近 3 天内由同一个人创建或更改过的账号也不能互相批准。',
  empty: '没有请求',
  empty_hint: '有多名管理员时，余额调整、转入入账、钱包和节点地址的变更会显示在这里。',
  action: '操作',
  subject: '账户',
  request: '详情',
  requester: '申请人',
  state: '状态',
  decider: '处理人',
  approve: '批准',
  reject: '拒绝',
  withdraw: '撤回',
  ask: { approve: '批准 {{name}} 的请求？', reject: '拒绝 {{name}} 的请求？' },
  ask_text: { approve: '批准后立即执行。', reject: '不会执行，可以重新申请。' },
  done: { approve: '已批准', reject: '已拒绝' },
  states: { pending: '等待中', approved: '已批准', rejected: '已拒绝', expired: '已过期' },
};
