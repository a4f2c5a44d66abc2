/** Chinese translation of what the public API's description says about webhooks and rows. */
export const webhooks: Readonly<Record<string, string>> = {
  'Messages that are sent to your server, and the endpoints that receive them':
    '发送到您服务器的消息，以及接收它们的端点',
  'A webhook endpoint.': 'Webhook 端点。',
  'Why it was disabled automatically: `gone` or `failing`.': '被自动停用的原因：`gone` 或 `failing`。',
  'Until then messages are also signed with the old secret.': '在此之前，消息同时用旧密钥签名。',
  'Deliveries that wait for their next attempt.': '等待下次尝试的发送。',
  'All endpoints of the account.': '账户的所有端点。',
  'An endpoint and its signing secret, which is shown only once.': '端点及其签名密钥，密钥只显示一次。',
  'The signing secret: `whsec_…`.': '签名密钥：`whsec_…`。',
  'A message for one endpoint.': '发给一个端点的消息。',
  'The `webhook-id` of the message; the same for all its attempts.': '消息的 `webhook-id`；每次尝试都相同。',
  'When the next attempt is due; `null` if there is none.': '下次尝试的时间；没有则为 `null`。',
  'The last attempts, oldest first.': '最近的尝试，最早的在前。',
  'The body of the message.': '消息的内容。',
  'One attempt of a delivery.': '发送的一次尝试。',
  'HTTP status of the response, if there was one.': '响应的 HTTP 状态（若有）。',
  'Why it failed.': '失败的原因。',
  'The first kilobyte of the response.': '响应的前 1 KB。',
  'Lists the webhook endpoints of the account, oldest first.': '列出账户的 Webhook 端点，最早的在前。',
  'An endpoint to create.': '要创建的端点。',
  'Starts with `https://`. Addresses that are not on the public internet are refused.':
    '以 `https://` 开头。不在公网上的地址会被拒绝。',
  'At most 200 characters.': '最多 200 个字符。',
  'Creates a webhook endpoint. Its signing secret is in this response and in no other.':
    '创建 Webhook 端点。签名密钥只在此响应中给出。',
  'What to change of an endpoint. Fields that are left out stay as they are.':
    '要更改的端点设置。未给出的字段保持不变。',
  'Disabling an endpoint drops its pending deliveries.': '停用端点会丢弃其待发送的消息。',
  'Changes, enables or disables a webhook endpoint.': '更改、启用或停用 Webhook 端点。',
  'Deletes a webhook endpoint and the log of its deliveries.': '删除 Webhook 端点及其发送记录。',
  'How the secret of an endpoint is rotated.': '如何轮换端点的密钥。',
  'Hours for which messages are also signed with the old secret: 0 to 168.':
    '消息同时用旧密钥签名的小时数：0 至 168。',
  'Gives a webhook endpoint a new signing secret, which is in this response and in no other.':
    '为 Webhook 端点生成新的签名密钥，只在此响应中给出。',
  'Sends a test message to a webhook endpoint, once, and returns what came of it.':
    '向 Webhook 端点发送一条测试消息（仅一次），并返回结果。',
  'Deliveries per page; 20 by default.': '每页的发送数；默认 20。',
  'Only deliveries in this state: `pending`, `delivered` or `failed`.':
    '只返回处于该状态的发送：`pending`、`delivered` 或 `failed`。',
  'A page of deliveries.': '一页发送。',
  'Lists the deliveries of a webhook endpoint, newest first.': '列出 Webhook 端点的发送，最新的在前。',
  'Which messages to send again.': '要重新发送的消息。',
  'Messages about events at this time or later (RFC 3339).': '此时间及之后的事件的消息（RFC 3339）。',
  'Send those again that were delivered, too; otherwise only those that failed.':
    '也重发已送达的；否则只重发失败的。',
  'How many messages are sent again.': '重新发送的消息数。',
  'Messages that are sent again with the full retry schedule; at most 1,000 per request, the newest first.':
    '按完整重试计划重新发送的消息；每次请求最多 1,000 条，最新的优先。',
  'Sends the messages of a webhook endpoint since a time again, each with the same `webhook-id`.':
    '重新发送 Webhook 端点自某时起的消息，`webhook-id` 不变。',
  'Why the system disabled an endpoint.': '系统停用端点的原因。',
  'Why an attempt failed.': '尝试失败的原因。',
  'The results for one row of a task.': '任务中一行的结果。',
  'What became of the row.': '该行的处理结果。',
  'Why the row was refused, such as `too_short`; else `null`.':
    '该行被拒绝的原因，如 `too_short`；否则为 `null`。',
  'For a duplicate, the row of the first occurrence; else `null`. A duplicate has the same answers and is charged once.':
    '重复行首次出现的行号；否则为 `null`。重复行的回答相同，只收费一次。',
  'What became of a row.': '一行的处理结果。',
  '`all` for every row that was sent, in its order, with what became of it; `unique` for each number that has results, once. The default is `unique` for pages, and `all` for streams. Pages of all rows cannot be filtered by status.':
    '`all`：按顺序返回发送的每一行及其处理结果；`unique`：每个有结果的号码一次。分页默认 `unique`，数据流默认 `all`。全部行的分页不能按状态筛选。',
  '`true` writes the numbers of a CSV stream as the formula `="+12015550100"`, which spreadsheets show as text instead of rounding it; for programs, leave it out.':
    '`true` 会把 CSV 数据流中的号码写成公式 `="+12015550100"`，电子表格会按文本显示而不会四舍五入；供程序使用时请省略。',
  'Your own ids of the numbers, one for each, in the same order; at most 100 characters. Results return them as the column `id`.':
    '您自己的号码标识，每个号码一个，顺序相同；最多 100 个字符。结果以 `id` 列返回。',
  'Rows per page; 100 by default.': '每页的行数；默认 100。',
  'A row that holds no usable number.': '没有可用号码的行。',
  'The text in place of the number, as sent.': '号码处的文字，与发送时相同。',
  'Why it was refused, such as `too_short`.': '被拒绝的原因，如 `too_short`。',
  'A page of refused rows.': '一页被拒绝的行。',
  'Can be fewer than the limit, even none, although further pages follow.':
    '可能少于上限，甚至为空，但后面仍有分页。',
  'Returns the rows of a task that were refused, with the reasons, in the order in which they were sent. They are kept as long as the list of the task.':
    '按发送顺序返回任务中被拒绝的行及原因。它们与任务的名单一同保存。',
  'A webhook message for one endpoint.': '发给一个端点的 Webhook 消息。',
  'It has changed or is in use at the moment': '它已被更改或正在使用',
  'The webhook endpoint is disabled': 'Webhook 端点已停用',
};
