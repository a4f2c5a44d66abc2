import { events } from './api-reference-events';
import { generation } from './api-reference-generation';
import { reading } from './api-reference-reading';
import { suppression } from './api-reference-suppression';
import { uploads } from './api-reference-uploads';
import { usage } from './api-reference-usage';
import { webhooks } from './api-reference-webhooks';

/** Chinese translation of the public API's description. */
const words: Readonly<Record<string, string>> = {
  '`true` if this is the response to an earlier request with the same `Idempotency-Key`':
    '若这是先前带有相同 `Idempotency-Key` 的请求的响应，则为 `true`',
  'What is left of the limit: `r` requests for the next `t` seconds':
    '剩余限额：接下来 `t` 秒内还可发 `r` 个请求',
  'The limit of the key for such requests: `q` requests per `w` seconds':
    '密钥对此类请求的限额：每 `w` 秒 `q` 个请求',
  'Seconds to wait before the request is sent again': '再次发送请求前应等待的秒数',
  'How to authenticate': '如何验证身份',
  'Id of the request; include it when you ask for help': '请求编号；寻求帮助时请附上',
  'A balance that fell below the threshold, in ten-thousandths of a point.':
    '低于阈值的余额，单位是万分之一点。',
  'Points and quota that can be spent.': '可用的点数和额度。',
  'The threshold of the operator.': '运营方设定的阈值。',
  'The task to start with a file.': '用文件创建的任务。',
  'The projects to check: 1 to 8. Slugs, or objects with a condition.':
    '要检测的项目：1 至 8 个。填写项目代号，或带条件的对象。',
  'The earlier name of `checks`.': '`checks` 的旧名称。',
  'A top-up order that was paid and credited.': '已付款并到账的充值订单。',
  'What was paid, as a decimal number.': '支付金额，十进制数。',
  'Id of the order': '订单编号',
  'What was bought.': '购买的内容。',
  'What was credited, in ten-thousandths of a point.': '到账数额，单位是万分之一点。',
  'Slug of the project.': '项目代号。',
  'A task that has ended.': '已结束的任务。',
  'How it ended.': '结束方式。',
  'The task, as JSON.': '任务，JSON 格式。',
  'What is checked.': '检测的内容。',
  'The slugs of `checks`.': '`checks` 的项目代号。',
  'In any common format; at most 10,000. Send more as a file.':
    '任何常见写法；最多 10,000 个。更多号码请以文件发送。',
  'A test of an endpoint.': '端点的测试。',
  'Description of the endpoint.': '端点的说明。',
  'Id of the endpoint': '端点的编号',
  Success: '成功',
  'Send a file first, and use it in one or several tasks': '先发送文件，再用于一个或多个任务',
  'A file that was sent.': '已发送的文件。',
  'Size of the whole file in bytes.': '整个文件的大小，单位为字节。',
  'Bytes received so far. The file can be used once this is its size.':
    '已收到的字节数。等于文件大小后即可使用该文件。',
  'SHA-256 of the content in hex; `null` while parts are missing.':
    '内容的 SHA-256（十六进制）；尚未收齐时为 `null`。',
  'When the file is deleted. Every use moves this two days ahead.':
    '文件的删除时间。每次使用都会将其延后到两天之后。',
  'A file as a form.': '以表单发送的文件。',
  'Stores a file. Tasks and quotes take its id as `file`.': '保存文件。任务和报价用它的编号作为 `file`。',
  'Path of the file': '文件的路径',
  'Id of the file': '文件编号',
  'A page of files.': '一页文件。',
  'Files per page; 20 by default.': '每页的文件数；默认 20。',
  'Lists the files of the account, newest first.': '列出账户的文件，最新的在前。',
  'Returns one file.': '返回一个文件。',
  'Deletes a file. Tasks that were started with it keep their numbers.':
    '删除文件。用它创建的任务保留其号码。',
  'Instead of numbers: the id of a file that was sent to `/v1/files`.':
    '代替号码：已发送到 `/v1/files` 的文件的编号。',
  'Starts a task with numbers, or with a file that was sent before.': '用号码或先前发送的文件创建任务',
  'Starts a task with a file of numbers.': '用号码文件创建任务',
  'Messages that are sent to your server': '发送到您服务器的消息',
  'Id of the message; the same for all its deliveries': '消息编号；每次发送都相同',
  'Time of the delivery in seconds since 1970': '发送时间，自 1970 年起的秒数',
  'Signatures of the message (Standard Webhooks), separated by spaces':
    '消息的签名（Standard Webhooks），以空格分隔',
  'A message about an event.': '关于事件的消息。',
  'Time of the event.': '事件发生的时间。',
  'The event.': '事件。',
  'The message was received': '消息已收到',
  'The endpoint is gone; it is disabled': '端点已不存在，将被停用',
  'The balance that can be spent fell below the threshold of the operator.': '可用余额低于运营方设定的阈值。',
  'A top-up order was paid and credited.': '充值订单已付款并到账。',
  'A task has finished.': '任务已完成。',
  'A task was ended because too many answers were unknown.': '因未知结果过多，任务被终止。',
  'Sent by the owner to test an endpoint.': '由所有者发送，用于测试端点。',
  'Check up to 100 phone numbers at once, or many as a task. Amounts are integers in ten-thousandths of a point; times are RFC 3339 in UTC. Send the key as `Authorization: Bearer ns_…`.':
    '一次检查最多 100 个电话号码，或以任务检查大量号码。金额为整数，单位是万分之一点；时间为 UTC 的 RFC 3339 格式。密钥放在请求头里：`Authorization: Bearer ns_…`。',
  'Check up to 100 numbers and get the answers in the same request':
    '在同一请求中检查最多 100 个号码并得到结果',
  'Looks up several numbers together, at most 100. Each counts as one lookup towards the rate limit.':
    '一起查询多个号码，最多 100 个。每个号码都计入查询的频率限制。',
  'Numbers to look up together.': '要一起查询的号码。',
  'In any common format; each number once.': '任何常见格式；每个号码只能出现一次。',
  'Slugs of the projects to check. Each costs its price for every definite answer.':
    '要检测的项目代号。每个明确的结果按单价收费。',
  'The answers to several numbers.': '多个号码的结果。',
  'One object per number, in the order of the request.': '每个号码一个对象，顺序与请求相同。',
  'The total charge, in ten-thousandths of a point.': '总费用，单位是万分之一点。',
  'A lookup that checked projects.': '检测了项目的查询。',
  '`X-Request-Id` of the response.': '响应的 `X-Request-Id`。',
  'The state of a lookup.': '查询的状态。',
  'When it is deleted.': '删除时间。',
  'A page of lookups.': '一页查询。',
  'Lookups per page; 20 by default.': '每页查询数，默认 20。',
  'Only this number, with its country code.': '只要这个号码（带国家代码）。',
  'Only lookups that checked this project.': '只要检测了这个项目的查询。',
  'Only lookups with an answer of this status, which may be `unknown` or `skipped`.':
    '只要有这种状态结果的查询；也可以是 `unknown` 或 `skipped`。',
  'Only the lookups of this request.': '只要这个请求的查询。',
  "Lists the account's lookups that checked projects, newest first, including those of the console.":
    '账户检测了项目的查询，新的在前，包括在控制台进行的',
  'Returns one lookup.': '查看一次查询',
  'Id of the lookup': '查询编号',
  'Id of the lookup, if projects were checked.': '查询编号；检测了项目时才有。',
  'Returns the balance of the account.': '账户余额',
  'The request is not valid': '请求无效',
  'A valid API key is required': '需要有效的 API 密钥',
  'The key does not allow this': '密钥没有这项权限',
  'The key may not be used from this address': '不能从这个地址使用该密钥',
  'The account may not use the API': '该账户不能使用 API',
  'The method is not allowed here': '不支持这种请求方法',
  'The response is not available in that media type': '没有这种格式的响应',
  'Too many requests': '请求过于频繁',
  'Internal error': '内部错误',
  'Temporarily unavailable': '暂时不可用',
  'Looks up a number. Free of charge without projects.': '查询一个号码。不带项目时不收费。',
  'Identifies the request: if it is sent again, the first response is returned':
    '请求的标识：再次发送时，返回第一次的响应',
  'The account uses as much as it may': '账户已达到用量上限',
  'A lookup.': '一次查询。',
  'The account has too few points': '账户点数不足',
  'The same request is still being processed': '相同的请求正在处理',
  'The request is too large': '请求过大',
  'The media type is not supported': '不支持这种请求格式',
  'The idempotency key was used for another request': '该幂等键已用于另一个请求',
  'The request cannot be carried out': '请求无法执行',
  'Lists the projects that can be checked, with their prices.': '可用的项目及价格',
  "Lists the account's tasks, newest first, including those started in the console.":
    '账户的任务，新的在前，包括在控制台创建的',
  '`next_cursor` of the previous page.': '上一页的 `next_cursor`。',
  'Tasks per page; 20 by default.': '每页任务数，默认 20。',
  'Not found': '未找到',
  'Path of the task': '任务的路径',
  'Returns one task.': '查看一个任务',
  'Id of the task': '任务编号',
  'Cancels a task. Numbers that are not processed yet are dropped, and their points are returned at once.':
    '取消任务。尚未处理的号码被放弃，其点数立即退回。',
  'The state of the task does not allow this': '任务当前的状态不允许这样做',
  'Numbers per page; 100 by default.': '每页号码数，默认 100。',
  'Only the answers of this project.': '只要这个项目的结果。',
  'Only numbers with this status, which may be `unknown` or `skipped`.':
    '只要这种状态的号码；也可以是 `unknown` 或 `skipped`。',
  'The balance of the account, in ten-thousandths of a point.': '账户余额，单位是万分之一点。',
  'Quota that can be spent.': '可用额度。',
  'Points and quota held for running tasks.': '为进行中的任务预留的点数和额度。',
  'Points that can be spent.': '可用点数。',
  'The menu group of a project.': '项目所在的菜单分组。',
  'The answer of one check.': '一项检测的结果。',
  'Whether the status counts as a hit.': '该状态是否算命中。',
  'More details.': '更多信息。',
  'The charge, in ten-thousandths of a point.': '费用，单位是万分之一点。',
  'The time of the check.': '检测时间。',
  'Why there is no definite answer. Such checks are free of charge.': '没有明确结果的原因。此时不收费。',
  'Where the answer comes from.': '来源。',
  '`null` if there is no definite answer.': '没有明确结果时为 `null`。',
  'Why a check has no definite answer.': '检查没有明确结果的原因。',
  'A stable word, such as `timeout`, `no_channel` or `suppressed`.':
    '固定的代码，如 `timeout`、`no_channel` 或 `suppressed`。',
  'What kind of problem it is.': '错误的种类。',
  'The condition of a waterfall step. Empty fields do not restrict.':
    '逐级筛选中，号码须满足的条件；留空的部分不作限制。',
  'Accepted countries.': '号码须属于的国家。',
  'Accepted number types, such as `mobile`.': '号码须为的类型，如 `mobile`。',
  'Accepted statuses of that step.': '该步骤须得到的结果。',
  'Index of an earlier step, starting at 0.': '之前的步骤，从 0 开始计数。',
  'A field that is wrong.': '有误的字段。',
  'Why it is wrong.': '错误原因。',
  'JSON pointer into the body, or the name of a query parameter without a slash.':
    '请求体中的位置（JSON Pointer）；不带斜杠的是查询参数名。',
  'A number to look up.': '要查询的号码。',
  'Two-letter code of the country for numbers without `+`.': '不带 `+` 的号码所在的国家：两个字母。',
  "Reuse the account's own answers that are at most this many days old, free of charge.":
    '免费沿用账户自己在这些天数内的结果。',
  'In any common format.': '任何常见写法。',
  'Slugs of the projects to check. Each costs its price if the answer is definite.':
    '要检查的项目的 slug；有明确结果时按各自价格收费。',
  'A number and what is known about it.': '一个号码及其信息。',
  'The carrier that the number was allocated to. Ported numbers may have another one.':
    '号码分配给的运营商；携号转网后可能不同。',
  'The total charge of all checks, in ten-thousandths of a point.': '所有检测的总费用，单位是万分之一点。',
  'One object per project; `null` if the project was not checked.':
    '每个项目一个对象；没有查询的项目为 `null`。',
  'Two letters; `001` for numbers that belong to no country.': '两个字母；不属于任何国家的号码为 `001`。',
  'Whether its length is possible.': '长度是否可能。',
  'Why it is not valid, such as `too_short`.': '无效的原因，如 `too_short`。',
  'The area that the number was allocated to.': '号码分配的地区。',
  'Whether it is a test number: its answers are fixed and free of charge.':
    '是否为测试号码：结果固定，不收费。',
  'The first of these time zones.': '其中第一个时区。',
  'All time zones of that area.': '该地区的所有时区。',
  'Such as `mobile`, `fixed_line`, or `fixed_line_or_mobile` where the plan does not distinguish them.':
    '如 `mobile`、`fixed_line`；号码规则无法区分时为 `fixed_line_or_mobile`。',
  'Whether it matches the numbering plan of its country. This does not mean that it is in use.':
    '是否符合该国的号码规则；不代表正在使用。',
  'A refused request.': '被拒绝的请求。',
  'The kind of problem as a stable word.': '错误种类的固定代码。',
  'What went wrong in this request.': '这次出了什么问题。',
  'The fields that are wrong.': '有误的字段。',
  'The HTTP status.': 'HTTP 状态码。',
  'The kind of problem in a few words.': '错误种类的简短说明。',
  'The kind of problem, as a link to its description.': '标明错误种类，并指向其说明。',
  'One kind of check.': '可以对号码做的一种检测。',
  'Whether it can be checked at the moment.': '当前是否可以检查。',
  'The countries that it covers; empty for all.': '支持的国家；为空表示全部。',
  'Prices that differ, by country.': '按国家的其他价格。',
  'Largest number of numbers per task.': '每个任务最多的号码数。',
  'Smallest number of numbers per task.': '每个任务最少的号码数。',
  'Price per definite answer, in ten-thousandths of a point.': '每个明确结果的价格，单位是万分之一点。',
  'The name to use in requests.': '在请求中使用的名称。',
  'The definite statuses; the first is the one that counts as a hit.': '明确的状态；第一个算命中。',
  'The projects that can be checked.': '可用的项目。',
  'A page of results.': '一页结果。',
  'Cursor of the next page; `null` on the last page.': '下一页的游标；最后一页为 `null`。',
  'Where an answer comes from.': '结果的来源。',
  'The state of a task.': '任务的状态。',
  'One check of a task.': '任务中的一个项目。',
  'Check only numbers that meet this condition; only in a waterfall.': '只检查满足此条件的号码；仅用于逐级。',
  'A file of numbers and the task to start with it.': '号码文件，以及要做的检测。',
  'CSV, TXT or XLSX, also as gz or zip.': 'CSV、TXT、XLSX，或它们的 gz、zip 压缩包。',
  'How the projects of a task are combined.': '多个项目如何检测同一份号码。',
  'A task.': '一个任务。',
  'Charged so far.': '到目前为止的费用。',
  'Numbers that have results.': '已有结果的号码数。',
  'The most that it can cost, in ten-thousandths of a point.': '最高费用，单位是万分之一点。',
  'Answers that count as hits.': '命中数。',
  'When its results are deleted.': '结果删除的时间。',
  'Whether all its numbers are test numbers.': '是否全部为测试号码。',
  'The `X-Request-Id` of the request that created it; `null` for tasks of earlier versions.':
    '创建它的请求的 `X-Request-Id`；旧版本的任务为 `null`。',
  'Valid, unique numbers.': '有效且不重复的号码数。',
  'Answers that are not definite.': '没有明确结果的数量。',
  'A task to start.': '要创建的任务。',
  "Reuse the account's own answers that are at most this many days old (0 to 30), free of charge.":
    '免费沿用账户自己在这些天数（0 到 30）内的结果。',
  "Reuse the account's own answers that are at most this many days old (0 to 30; 30 by default), free of charge.":
    '免费沿用账户自己在这些天数（0 到 30，默认 30）内的结果。',
  'Refuse the task if it can cost more than this, in ten-thousandths of a point.':
    '费用可能超过此数时拒绝，单位是万分之一点。',
  'How several projects are combined; by default `single` for one project, else `parallel`.':
    '多个项目如何组合；默认单个项目为 `single`，否则为 `parallel`。',
  'Name of the task; at most 120 characters.': '任务名称，最多 120 个字符。',
  'A page of tasks.': '一页任务。',
  'Check many numbers in the background': '在后台检查大量号码',
  'Why it ended early or with failures: `too_many_unknown`, `unprocessed` or `provider_failures`.':
    '提前结束或有失败的原因：`too_many_unknown`、`unprocessed` 或 `provider_failures`。',
  'Unknown answers that are due to failures of providers. Checking these numbers again can help.':
    '因服务商故障而未知的结果数。重新检测这些号码可能有用。',
  'Set while a provider of a running task fails: since when. The task goes on when the provider works again.':
    '运行中任务的服务商出现故障时给出起始时间；服务商恢复后任务继续。',
  'Returns the statement of a task: what was held, charged per project and price, and returned.':
    '返回任务的账单：预留、按项目和单价的扣费以及退回。',
  'Charged answers of one project at one price.': '一个项目在同一单价下扣费的结果。',
  'Charged for definite answers.': '对明确结果的扣费。',
  'Held when the task started: the most that it could cost.': '任务开始时的预留：最高费用。',
  'Number of charged answers.': '扣费的结果数。',
  'Price per answer; `null` if it differs.': '每个结果的单价；若不相同则为 `null`。',
  'Returned when the task ended.': '任务结束时退回。',
  'Still held.': '仍在预留。',
  'Taken back from the charges afterwards.': '事后从扣费中退还。',
  'What a task was held for, charged and returned, in ten-thousandths of a point.':
    '任务的预留、扣费与退回，单位为万分之一点。',
  'What became of the rows that were sent; `null` for tasks of earlier versions.':
    '所提交各行的处理结果；早期版本的任务为 `null`。',
  'Rows of the list, without headers.': '名单的行数，不含表头。',
  'Numbers that were checked; the answer may be unknown.': '已检测的号码；结果可能为未知。',
  'Numbers that every check skipped.': '被所有检测跳过的号码。',
  'Numbers that were not checked.': '未检测的号码。',
  'Rows whose number occurs in an earlier row. They get the same answers, and are charged once.':
    '号码在前面的行中出现过的行。结果相同，只扣费一次。',
  'Rows whose number is on a suppression list.': '号码在免打扰名单中的行。',
  'Rows without a usable number.': '没有可用号码的行。',
  'Empty rows.': '空行。',
  'Row of the file, or position among the numbers of the request, from 1.':
    '文件中的行号，或号码在请求中的位置，从 1 开始。',
  'The other columns of the file, by their headers.': '文件的其他列，按表头。',
  'The same as `original_carrier`.': '与 `original_carrier` 相同。',
  'What became of the rows that were sent. The counts add up to `sent`; numbers that still wait are `unprocessed`.':
    '所提交各行的处理结果。各项之和等于 `sent`；尚在等待的号码计入 `unprocessed`。',
  'Only tasks in this state: `running`, `paused`, `done`, `cancelled` or `failed`.':
    '只返回处于该状态的任务：`running`、`paused`、`done`、`cancelled` 或 `failed`。',
  'Only tasks that check this project.': '只返回检测该项目的任务。',
  'Only tasks that were created at this time or later (RFC 3339).':
    '只返回此时间及之后创建的任务（RFC 3339）。',
  'Only tasks that were created before this time (RFC 3339).': '只返回此时间之前创建的任务（RFC 3339）。',
  'Only tasks whose `metadata` has this pair, as `key:value`.':
    '只返回 `metadata` 含有此键值对的任务，写作 `key:value`。',
  'Pauses a running task. Numbers that are being checked are finished.':
    '暂停运行中的任务。正在检测的号码会检测完。',
  'Resumes a paused task.': '继续已暂停的任务。',
  'Deletes a task and its results. A running task is cancelled first.':
    '删除任务及其结果。运行中的任务会先被取消。',
  'Starts a task with the numbers for which any check of a finished task has no answer, and with the same checks.':
    '用已结束任务中任一检测没有结果的号码，以相同的检测创建任务。',
  Deleted: '已删除',
  'Your own names and values: at most 20 pairs. Keys have letters, digits, `_`, `-` and `.`; at most 40. Values have at most 500 characters.':
    '您自己的名称和值：最多 20 对。键由字母、数字、`_`、`-` 和 `.` 组成，最多 40 个字符；值最多 500 个字符。',
  'The names and values that were sent with it.': '创建时提交的名称和值。',
  'How the unknown numbers of a task are checked again.': '如何重新检测任务中结果未知的号码。',
  'Name of the new task; the name of the earlier one by default.': '新任务的名称；默认沿用原任务的名称。',
  'Your own names and values; those of the earlier task by default.': '您自己的名称和值；默认沿用原任务的。',
  'A task to quote.': '要报价的任务。',
  'What a task would cost, in ten-thousandths of a point.': '任务的费用，单位是万分之一点。',
  'Valid, unique numbers that would be checked.': '将被检测的有效且不重复的号码数。',
  'What would become of the rows.': '各行将如何处理。',
  'What would become of the rows. The counts and `numbers` add up to `sent`.':
    '各行将如何处理。各项与 `numbers` 之和等于 `sent`。',
  'Refused rows by reason, such as `too_short`.': '被拒行数，按原因，例如 `too_short`。',
  'The most that the task can cost. It is held when the task starts.': '任务的最高费用。任务开始时预扣。',
  'What a waterfall is likely to cost at the hit rates of the last 30 days; `null` if they are not known.':
    '按最近 30 天命中率估算的逐级任务费用；未知时为 `null`。',
  'How much more the account needs to start the task.': '开始任务还差多少。',
  'Whether the task can be started now: there are numbers, the balance is high enough and every check is `available`.':
    '现在能否开始任务：有号码，余额足够，且每项检测都 `available`。',
  'Rows whose number occurs in an earlier row.': '号码在前面的行中出现过的行。',
  'What one check would cost.': '一项检测的费用。',
  'Price per definite answer, where no other price applies to the country.':
    '每个明确结果的价格（国家没有单独定价时）。',
  'Answers that can be charged.': '可能计费的结果数。',
  'Numbers in countries that the project does not cover. They are skipped, free of charge.':
    '项目不覆盖的国家的号码。跳过，不收费。',
  'The most that the check can cost.': '该检测的最高费用。',
  'Whether it can be started now with these numbers.': '现在能否用这些号码开始。',
  'Why not; `null` if it is available.': '不能的原因；可用时为 `null`。',
  'Why a check cannot be started.': '检测不能开始的原因。',
  'The operator has disabled the project.': '运营方已停用该项目。',
  'No provider answers the project at the moment.': '目前没有服务商能回答该项目。',
  'The project takes more numbers per task.': '该项目要求每个任务有更多号码。',
  'The project takes fewer numbers per task.': '该项目要求每个任务的号码更少。',
  ...webhooks,
  ...events,
  ...reading,
  ...suppression,
  ...usage,
  ...generation,
  ...uploads,
  'A file that was sent before a task or a list uses it.': '在任务或名单使用之前发送的文件。',
  'What checks need besides the number, by name, such as the date of consent. `inputs` of the check says what it needs.':
    '除号码外检测所需的值，按名称给出，例如同意日期。检测的 `inputs` 说明需要什么。',
  'What checks need besides the numbers: one object per number, in their order.':
    '除号码外检测所需的值：每个号码一个对象，按号码的顺序。',
  'What it needs besides the number: in `inputs` of a lookup, or in a column of a list.':
    '除号码外所需的值：查询时放在 `inputs` 中，名单中则为一列。',
  'A value in the row of a number that a check needs besides the number.':
    '除号码外，检测所需的号码所在行的值。',
  'The columns of a list that can contain it. The first one that the list has is used. Case, spaces and punctuation do not matter.':
    '名单中可能包含该值的列。使用名单中第一个存在的列。不区分大小写、空格和标点。',
  'The name in templates: `number.inputs.since`.': '模板中的名称：`number.inputs.since`。',
  'What an input contains.': '输入值的内容。',
};

export default words;
