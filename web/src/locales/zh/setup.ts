/** The setup guide. */
export const setup = {
  description: '第一位管理员的安装步骤，每一步都由服务器检查',
  list: '安装步骤',
  progress: '已完成 {{done}} / {{total}} 步',
  complete: '安装已完成',
  done: '已完成',
  open: '未完成',
  dismiss: '不再显示在首页',
  show: '在首页显示',
  card: '完成安装',
  next: '下一步：',
  all: '查看所有步骤',
  credit_only: '不接受客户充值',
  keep_other: '保留 {{count}} 天',
  hidden_other: '有 {{count}} 个项目没有可用通道，客户看不到',
  steps: {
    brand: {
      title: '名称和标志',
      text: '客户在登录页和菜单上看到它们',
      action: '打开系统设置',
    },
    second_factor: {
      title: '您的两步验证',
      text: '用身份验证器或通行密钥保护此管理员账户',
      action: '打开账户安全',
    },
    payment: {
      title: '收款方式',
      text: '设置收款钱包，并确认服务器能访问链节点；或选择不接受客户充值',
      action: '打开收款钱包配置',
    },
    channel: {
      title: '第一个通道',
      text: '添加并启用通向服务商的通道，且服务商可以连接',
      action: '打开 API 通道配置',
    },
    prices: {
      title: '价格',
      text: '至少有一个项目已定价，并有通道可以查询',
      action: '打开项目管理',
    },
    retention: {
      title: '保留期',
      text_other: '结果保留 {{count}} 天，之后删除',
      action: '打开系统设置',
    },
    backup: {
      title: '备份',
      text: '在服务器上运行此命令，最好每天一次。最近一次备份不应早于 7 天前',
      action: '打开系统健康',
    },
  },
};
