/** Allowances: what an account may use, and uses. */
export const allowances = {
  title: '用量与上限',
  hint: '该账户可使用的资源。需要更多时，请联系运营方。',
  resource: '资源',
  used: '已用',
  most: '上限',
  share: '{{name}}的已用比例',
  change: '修改上限',
  edit_title: '{{name}} 的上限',
  default: '留空则为默认值：{{value}}',
  resources: {
    stored_bytes: '存储的文件',
    lists: '名单',
    running_tasks: '进行中的任务',
    previews: '同时读取的文件',
    exports: '同时进行的导出',
    generations: '同时进行的号码生成',
    api_keys: 'API 密钥',
    webhooks: 'Webhook 端点',
  },
};
