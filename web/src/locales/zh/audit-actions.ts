/** What the audit log says was done; the server names the calls. */
export const audit_actions = {
  user: {
    login: '登录',
    logout: '退出登录',
    register: '注册',
    changePwd: '修改密码',
    setEnabled: '启用或停用用户',
    export: '导出用户',
    switch: '进入他人账户',
    switchBack: '返回自己的账户',
    totpEnable: '开启两步验证',
    totpDisable: '关闭两步验证',
    recoveryCodes: '生成新的恢复码',
    create: '新建用户',
    edit: '编辑用户',
    resetPwd: '重置密码',
    endSession: '结束会话',
    generateApi: '创建了 API 密钥',
  },
  role: {
    save: '保存角色',
    delete: '删除角色',
  },
  invite: {
    create: '新建邀请码',
    setEnabled: '启用或停用邀请码',
  },
  notify: {
    send: '发送通知',
  },
  setting: {
    save: '修改系统设置',
  },
  audit: {
    export: '导出审计日志',
  },
  gen_number: {
    generate: '生成号码',
    export: '导出生成的号码',
    save: '把生成的号码存为名单',
    delete: '删除一批生成的号码',
  },
  project: {
    save: '保存项目',
  },
  channel: {
    save: '保存通道',
    remove: '删除通道',
    test: '测试通道',
    disable: '自动停用通道',
  },
  task: {
    upload: '上传名单',
    start: '开始任务',
    sample: '运行免费样本',
    pause: '暂停任务',
    resume: '继续任务',
    cancel: '取消任务',
    rename: '重命名任务',
    remove: '删除任务',
    rerun: '重查未知号码',
    export: '导出结果',
  },
  list: {
    save: '保存名单',
    rename: '重命名名单',
    remove: '删除名单',
    export: '导出名单',
  },
  apiKey: {
    update: '修改了 API 密钥',
    rotate: '轮换了 API 密钥',
    revoke: '吊销了 API 密钥',
  },
  webhook: {
    create: '新建 Webhook 端点',
    update: '编辑 Webhook 端点',
    rotate: '更换 Webhook 密钥',
    remove: '删除 Webhook 端点',
    test: '测试 Webhook 端点',
    replay: '重发 Webhook 消息',
  },
};
