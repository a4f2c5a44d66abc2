/** Permissions, keyed by module and action. */
export const permissions = {
  modules: {
    user: '用户管理',
    role: '角色管理',
    invite: '邀请码',
    notify: '通知',
    approval: '审批',
    audit: '审计日志',
    setting: '系统设置',
    system: '系统健康与安装向导',
    recharge: '充值',
    finance: '财务',
    privilege_escalation: '额度自助',
    project: '项目',
    channel: 'API 通道',
    wallet: '收款钱包',
    task: '任务',
    lookup: '查询',
    list: '名单',
    gen_number: '号码生成',
  },
  names: {
    user: {
      list: '查看用户',
      create: '新建用户',
      edit: '编辑、启用和停用用户',
      resetPwd: '重置密码',
      apiKeys: '查看和吊销客户的 API 密钥',
      endSession: '结束会话',
      switch: '进入他人账户',
      getApiInfo: '查看 API 密钥、用量与 Webhook',
      generateApi: '创建、修改和吊销 API 密钥与 Webhook',
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
    approval: {
      list: '批准和拒绝他人的操作',
    },
    audit: {
      list: '查看审计日志',
    },
    setting: {
      edit: '修改系统设置',
    },
    system: {
      health: '检查系统健康',
      setup: '查看和隐藏安装向导',
    },
    recharge: {
      list: '查看充值订单',
      recharge: '创建充值订单',
      query: '查询订单状态',
      verify: '按交易核验付款',
      cancel: '取消订单',
      getWallet: '查看收款钱包',
      setWallet: '更换收款钱包',
      deposits: '查看转入记录',
      creditDeposit: '人工入账',
    },
    finance: {
      list: '查看财务记录',
      credit: '查看额度记录',
      income: '查看项目收益',
      adjust: '调整余额',
    },
    privilege_escalation: {
      creditRecharge: '创建额度订单',
      getCreditRechargeList: '查看额度订单',
      getDeductList: '查看额度消费',
    },
    gen_number: {
      list: '查看数量、预览与记录',
      generate: '生成与删除',
    },
    project: {
      list: '查看项目管理',
      edit: '编辑、启用和停用项目',
    },
    channel: {
      list: '查看 API 通道',
      edit: '编辑、测试和停用通道',
    },
    task: {
      list: '查看任务和结果',
      create: '上传名单并开始任务',
      edit: '暂停、取消、重命名和删除任务',
      export: '导出结果',
    },
    lookup: {
      list: '查看查询',
      create: '在控制台查询号码',
    },
    list: {
      list: '查看名单',
      edit: '保存、重命名和删除名单',
      global: '管理全局免打扰名单',
    },
  },
};
