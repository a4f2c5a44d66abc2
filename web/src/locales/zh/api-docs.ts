/** The public API reference and its errors. */
export const api_docs = {
  reference_hint: '每个接口的参数、请求体和回答，可以直接用自己的密钥试用',
  errors_hint: '每个错误回答的 type 都指向这里',
  keys_page: '我的密钥',
  errors_page: '错误说明',
  cookbook_page: '示例手册',
  cookbook_hint: '常见任务的完整程序，均由我们的测试运行。',
  reference_page: 'API 参考',
  description_file: 'OpenAPI 描述文件',
  contents: '目录',
  open_all: '全部展开',
  close_all: '全部收起',
  load_failed: '无法读取接口描述',
  key: {
    title: '试用密钥',
    label: '您的密钥',
    hint: '只留在当前页面的内存里，不会保存；刷新后消失。',
    warning: '试用会真正执行：创建任务和带项目的查询会扣点。测试号码不收费。',
  },
  parameters: '参数',
  body: '请求体',
  answers: '回答',
  example: '示例',
  curl: 'curl',
  name: '名称',
  type: '类型',
  what: '说明',
  required: '必填',
  in: { path: '路径', query: '查询参数', header: '请求头', cookie: 'Cookie' },
  try: {
    title: '试一试',
    send: '发送',
    accept: '回答格式',
    body: '请求体（JSON）',
    key_missing: '请先在上方填写密钥。',
    path_missing: '请填写 {{name}}',
    body_wrong: '不是有效的 JSON',
    failed: '没有收到回答。请检查网络后重试。',
    status: '状态',
    headers: '回答头',
    answer: '回答内容',
    cut: '只显示前 {{n}} 个字符',
  },
  what_to_do: '怎么办',
  link_to: '{{code}} 的链接',
  unknown_code: '没有名为 {{code}} 的错误。它可能属于更新的版本。',
  errors: {
    'invalid-request': {
      meaning: '请求无法读懂：JSON 有误、缺少字段、类型不对，或有未知的字段或参数。',
      action: '按 errors 里列出的位置（pointer）修改后再发送。原样重试没有用。',
    },
    unauthorized: {
      meaning: '没有密钥，或密钥不存在、已过期、已吊销。',
      action: '检查请求头 Authorization: Bearer ns_…。需要时在 API 信息页新建或轮换密钥。',
    },
    'insufficient-balance': {
      meaning: '点数不足以支付这次请求的最高价格。',
      action: '充值，或减少号码和项目。用 GET /v1/balance 查看余额。',
    },
    forbidden: {
      meaning: '密钥没有这个操作所需的权限范围。',
      action: '在 API 信息页编辑密钥，勾选缺少的范围，或改用另一个密钥。',
    },
    'ip-not-allowed': {
      meaning: '请求来自密钥允许列表之外的地址。',
      action: '把服务器的出口地址加入密钥的允许列表。detail 里写着我们看到的地址。',
    },
    'account-disabled': {
      meaning: '密钥所属的账户已停用。',
      action: '请联系运营方。',
    },
    'not-found': {
      meaning: '没有这个路径、任务或项目，或它不属于您。',
      action: '检查路径和 id。结果过期后也会得到这个回答。',
    },
    'method-not-allowed': {
      meaning: '这个路径不接受这种请求方法。',
      action: '使用 Allow 回答头里列出的方法。',
    },
    'not-acceptable': {
      meaning: 'Accept 请求头要求的格式不可用。',
      action: '要求 application/json；任务结果还可以要求 text/csv。',
    },
    'idempotency-conflict': {
      meaning: '带同一 Idempotency-Key 的请求正在处理。',
      action: '稍等片刻，原样重发，就会得到第一次请求的回答。',
    },
    'task-state': {
      meaning: '任务现在的状态不允许这个操作，例如取消已结束的任务。',
      action: '先用 GET /v1/tasks/{id} 查看状态。',
    },
    'endpoint-disabled': {
      meaning: 'Webhook 端点已停用，不会向它发送消息。',
      action: '先用 PATCH /v1/webhooks/{id} 和 `"enabled": true` 启用，再发送请求。',
    },
    conflict: {
      meaning: '它刚被另一个请求更改，或正在被使用。',
      action: '读取当前状态后重新发送请求。',
    },
    'limit-reached': {
      meaning: '账户的名单、进行中的任务或存储的文件已达上限。',
      action: '请删除不再需要的内容、等待任务完成，或联系运营方提高上限。',
    },
    'payload-too-large': {
      meaning: '请求体太大，或号码超过 10,000 个。',
      action: '用 multipart 上传文件，或分成几个任务。',
    },
    'unsupported-media-type': {
      meaning: '请求体的 Content-Type 不受支持。',
      action: '使用 application/json；创建任务还可以用 multipart/form-data。',
    },
    'idempotency-mismatch': {
      meaning: '这个 Idempotency-Key 已用于内容不同的请求。',
      action: '新的请求请用新的 Idempotency-Key（例如 UUID）。',
    },
    unprocessable: {
      meaning: '请求读懂了，但无法执行：例如项目未启用、条件不成立，或价格高于 max_price。',
      action: 'detail 和 errors 说明原因。修改后再发送。',
    },
    'rate-limited': {
      meaning: '这个密钥在一分钟内的请求太多。',
      action: '等待 Retry-After 秒后重试，并参考 RateLimit 回答头放慢速度。',
    },
    internal: {
      meaning: '服务器出错了，与您的请求无关。',
      action: '稍后重试；带 Idempotency-Key 的请求可以放心重试。若仍出错，请把 X-Request-Id 告诉我们。',
    },
    unavailable: {
      meaning: '服务暂时不可用，例如正在重启。',
      action: '等待 Retry-After 秒（没有时等几秒）后重试。',
    },
  },
};
