/** The first page. */
export const dashboard = {
  greeting: '{{name}},您好',
  description: '您的账户概览',
  refresh: '刷新余额',
  figures: {
    balance: '余额(点数)',
    credit: '剩余额度',
    total_income: '累计收益',
  },
  account: '账户',
  marked: '标记',
  internal: '内部账户',
  invite_code: '我的邀请码',
  copy_code: '复制邀请码',
  copy_link: '复制邀请链接',
  invite_hint: '新用户凭此码或链接注册,您即为其邀请人。',
  quick_links: '快捷入口',
  no_pages: '您的菜单目前只有首页。',
  first_steps: '从这里开始',
  steps: {
    points: {
      title: '获取点数',
      text: '余额为零时无法运行任务。用右上角的充值按钮以 USDT 充值,或联系服务方。',
    },
    password: {
      title: '保护账户',
      text: '在右上角的用户菜单中设置只有您知道的密码。',
    },
    invite: {
      title: '邀请同事',
      text: '把邀请码或邀请链接发给同事,对方即可注册。',
    },
  },
};
