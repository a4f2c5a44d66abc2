/** Chinese translation of the cookbook. */
const words: Readonly<Record<string, string>> = {
  'Complete programs for common jobs with the public API. They use the Python and TypeScript SDKs, and `NUMSIFT_URL` and `NUMSIFT_API_KEY` from the environment. Our tests take them from this page and run them; the Go program only where Go is installed.':
    '用公共 API 完成常见任务的完整程序。它们使用 Python 和 TypeScript SDK，并读取环境变量 `NUMSIFT_URL` 和 `NUMSIFT_API_KEY`。我们的测试从本页取出这些程序并运行；Go 程序仅在装有 Go 的环境中运行。',
  'Screen a CRM export and write it back': '检测 CRM 导出文件并写回',
  'The file comes back with every row in its order, your own columns first, and the answers behind them. Nothing is lost: duplicates have the same answers, and refused rows say why.':
    '返回的文件保留所有行及其顺序，您自己的列在前，结果在后。不会丢失任何内容：重复行带有相同的结果，被拒行会说明原因。',
  'To write only the status back, keep your own id in a column and read the rows as they come:':
    '如果只写回状态，请在一列中保留您自己的编号，并逐行读取：',
  'Send a large file first': '先发送大文件',
  'A file that is sent first can be quoted, and used by several tasks. The SDKs send large files in parts, so a lost connection costs only the last part.':
    '先发送的文件可用于报价，也可供多个任务使用。SDK 会把大文件分成多个部分发送，因此连接中断时只需重发最后一部分。',
  'Without an SDK, any tus client works, or this program. If it is stopped, run it again with the address that it has printed: it asks what has arrived and goes on from there.':
    '不用 SDK 时，可使用任何 tus 客户端或下面的程序。程序中断后，带上它打印的地址再次运行：它会查询已收到多少，并从那里继续。',
  'A nightly job': '夜间作业',
  'The idempotency key is the day: if the job is started twice, or again after a crash, the task exists once and is charged once. `max_age_days` reuses answers that you have paid for.':
    '幂等键就是日期：无论作业被启动两次，还是崩溃后再次启动，任务都只有一个，也只扣费一次。`max_age_days` 会复用您已付费的结果。',
  'Check a number at sign-up': '注册时检查号码',
  'Whether a number is valid and mobile is free and answered in milliseconds. Ask a provider only for numbers that pass, with a time limit, and let people in if the service cannot answer: a sign-up form must not depend on it.':
    '号码是否有效、是否为手机号可免费查询，几毫秒即可得到。只对通过的号码询问服务商，并设置时间限制；服务无法应答时请放行：注册表单不应依赖它。',
  'Receive webhooks': '接收 Webhook',
  'Verify the raw body, answer at once, and work afterwards. A message can arrive twice: remember the `webhook-id`. The secret is shown when you create the endpoint; these programs read it from `WEBHOOK_SECRET` and listen on `PORT`. Put a proxy with TLS in front.':
    '先校验未经改动的正文，立即应答，然后再处理。同一消息可能到达两次：请记住 `webhook-id`。密钥在创建端点时显示；这些程序从 `WEBHOOK_SECRET` 读取密钥，并监听 `PORT`。请在前面放置支持 TLS 的代理。',
  'Handle 429 and 409': '处理 429 和 409',
  'The SDKs do this for you. Without one: repeat a request after 429, 503 and lost connections, and after 409 if it has `Retry-After`; always with the same `Idempotency-Key`, so that it is processed once. Other 409 responses (`task-state`, `endpoint-disabled`, `limit-reached`) need a decision, not a repetition.':
    'SDK 会自动处理。不用 SDK 时：遇到 429、503 或连接中断时重发请求，遇到带有 `Retry-After` 的 409 时也重发；始终使用相同的 `Idempotency-Key`，这样只会处理一次。其他 409（`task-state`、`endpoint-disabled`、`limit-reached`）需要作出决定，而不是重发。',
  'Move from Twilio Lookup': '从 Twilio Lookup 迁移',
  'Twilio Lookup v2': 'Twilio Lookup v2',
  Numsift: 'Numsift',
  '`POST /v1/lookup` with `{"number": …}`; up to 100 numbers with `POST /v1/lookups`':
    '`POST /v1/lookup` 加 `{"number": …}`；用 `POST /v1/lookups` 一次最多 100 个号码',
  'account SID and auth token': '账户 SID 和认证令牌',
  'one API key per program, with scopes, addresses and an expiry':
    '每个程序一个 API 密钥，可设权限范围、地址和有效期',
  'free: `type`, `original_carrier`; what a provider says: a project in `checks`':
    '免费：`type`、`original_carrier`；服务商的结果：`checks` 中的项目',
  'an error inside a field (`error_code`)': '字段中的错误（`error_code`）',
  '`checks.{project}.error`; the other checks still have answers':
    '`checks.{project}.error`；其他检测仍有结果',
  '429 with exponential back-off': '429 加指数退避',
  '429 with `Retry-After`, and `RateLimit` on every response':
    '429 加 `Retry-After`，每个响应都有 `RateLimit`',
  'one request per number': '每个号码一个请求',
  'tasks: a file in, the same file with answers out': '任务：发送一个文件，得到带结果的同一个文件',
  '`type` comes from the numbering plan: `fixed_line_or_mobile` where the plan does not distinguish them, as in North America. This function returns an answer in the form that code for Twilio expects:':
    '`type` 来自号码规划：在规划无法区分的地区（如北美）为 `fixed_line_or_mobile`。此函数按 Twilio 代码所需的形式返回结果：',
};

export default words;
