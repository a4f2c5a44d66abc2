/** Chinese translation of what the public API's description says about events, and about the webhooks of tasks. */
export const events: Readonly<Record<string, string>> = {
  'How far a running task is.': '运行中任务的进度。',
  'The state of the task.': '任务的状态。',
  'Charged so far, in ten-thousandths of a point.': '目前的费用，单位是万分之一点。',
  'Lookups of several numbers that were sent together.': '一起发送的多个号码的查询。',
  'Ids of the lookups, in the order of the numbers.': '查询的编号，顺序与号码相同。',
  'Slugs of the projects.': '项目代号。',
  'Numbers that were looked up with these checks.': '用这些检测查询的号码数。',
  'A list of the console that was read, or cannot be read.': '控制台中已读取或无法读取的名单。',
  'Id of the list': '名单编号',
  'What the list is for.': '名单的用途。',
  'Whether it can be used.': '能否使用。',
  'Why it cannot be read, as a stable word.': '无法读取的原因（稳定的词）。',
  'Rows of the file.': '文件的行数。',
  'Points or quota that were added to the account, in ten-thousandths of a point.':
    '账户增加的点数或额度，单位是万分之一点。',
  'Id of the ledger posting': '账本流水编号',
  'A paid order, or a correction by the operator.': '已付款的订单，或运营方的更正。',
  'Points that were added.': '增加的点数。',
  'Quota that was added.': '增加的额度。',
  'How far a running task is, at most every ten seconds.': '运行中任务的进度，最多每十秒一次。',
  'The lookups of several numbers are answered.': '多个号码的查询已有结果。',
  'A list of the console was read, or cannot be read.': '控制台中的名单已读取或无法读取。',
  'Points or quota were added to the account.': '账户增加了点数或额度。',
  'How far a running task is; at most every ten seconds.': '运行中任务的进度，最多每十秒一次。',
  'The lookups of several numbers, which were sent together, are answered.':
    '一起发送的多个号码的查询已有结果。',
  'A list was read, or cannot be read.': '名单已读取或无法读取。',
  'The events that are sent to it. An endpoint without any gets the events of the tasks that name its address.':
    '发送给它的事件。没有事件的端点接收指定其地址的任务的事件。',
  'Address that gets the events of this task, too. It becomes a webhook endpoint without events of its own, which needs the scope `webhooks`, unless an endpoint of the account has it.':
    '也接收此任务事件的地址。它会成为一个没有自身事件的 Webhook 端点（需要权限范围 `webhooks`），除非账户已有该地址的端点。',
  'Id of the endpoint that gets its events, if it was started with a `webhook_url`.':
    '接收其事件的端点编号；用 `webhook_url` 创建任务时才有。',
  'The signing secret of that endpoint, if this request has created it. No other response has it, not even that of a repeated request.':
    '该端点的签名密钥，仅当此请求创建了端点时给出。其他响应都没有，重复请求的响应也没有。',
  'Prices a task without starting it, also with a key that only reads tasks: what it can cost at most, which numbers are refused and why, and whether it can be started now.':
    '不启动任务而报价，只读任务的密钥也可以：最高费用、被拒绝的号码及原因，以及现在能否启动。',
};
