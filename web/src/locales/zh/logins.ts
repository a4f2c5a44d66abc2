/** Sessions and login history. */
export const logins = {
  current: '当前会话',
  history: '登录记录',
  began: '登录时间',
  last_seen: '最近活动',
  ip: 'IP 地址',
  device: '设备',
  ended: {
    open: '进行中',
    replaced: '在别处登录',
    logged_out: '主动退出',
    password_changed: '密码已更改',
    ended: '被管理员结束',
    expired: '已过期',
  },
  none: '还没有登录记录',
  unknown_device: '未知设备',
};
