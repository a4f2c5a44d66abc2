/** What roles can allow; the server names them as module/action. */
export const permissions = {
  modules: {
    user: '用户管理',
    role: '角色管理',
    invite: '邀请码',
    notify: '通知',
    audit: '审计日志',
    setting: '系统设置',
    recharge: '充值',
    finance: '财务',
    project: '项目',
    channel: 'API 通道',
    wallet: '收款钱包',
    task: '任务',
    list: '名单',
  },
  names: {
    user: {
      list: '查看用户',
      create: '新建用户',
      edit: '编辑、启用和停用用户',
      resetPwd: '重置密码',
      endSession: '结束会话',
      switch: '进入他人账户',
    },
    role: {
      list: '查看角色',
      edit: '新建、编辑和删除角色',
    },
    invite: {
      list: '查看邀请码',
      edit: '新建和停用邀请码',
    },
    notify: {
      manage: '查看已发通知',
      send: '发送通知',
    },
    audit: {
      list: '查看审计日志',
    },
    setting: {
      edit: '修改系统设置',
    },
  },
};
