/** Chinese translation of what the public API's description says about usage. */
export const usage: Readonly<Record<string, string>> = {
  'Projects, balance and usage': '项目、余额和用量',
  'First day (UTC); by default 29 days before `to`.': '第一天（UTC）；默认为 `to` 之前 29 天。',
  'Last day (UTC); today by default. At most 366 days.': '最后一天（UTC）；默认为今天。最多 366 天。',
  'Words separated by commas: `day`, `key`, `project` and `source`; `day` by default.':
    '用逗号分隔的词：`day`、`key`、`project` 和 `source`；默认 `day`。',
  'What the account used.': '账户的用量。',
  'First day (UTC).': '第一天（UTC）。',
  'Last day (UTC).': '最后一天（UTC）。',
  'One per group that used something, in the order of `day`, `key`, `project` and `source`.':
    '每个有用量的分组一项，按 `day`、`key`、`project`、`source` 的顺序。',
  'The usage of a group. Fields by which it is not grouped are `null`.':
    '一个分组的用量。未用于分组的字段为 `null`。',
  'Day (UTC).': '日期（UTC）。',
  'The API key; `null` for the console.': 'API 密钥；控制台为 `null`。',
  '`null` for usage that was counted by earlier versions.': '由早期版本统计的用量为 `null`。',
  'Answers, each for one number and one project.': '结果数，每个对应一个号码和一个项目。',
  'Definite answers.': '明确的结果。',
  'Charged for them, in ten-thousandths of a point.': '为此收取的费用，单位是万分之一点。',
  'An API key of the account.': '账户的 API 密钥。',
  'The usage of all groups together.': '所有分组的总用量。',
  'What used a project.': '使用项目的来源。',
  'Returns what the lookups and tasks of the account used, by day, API key, project and source.':
    '按日、API 密钥、项目和来源返回账户的查询和任务的用量。',
  'Lookups.': '查询。',
  'Tasks.': '任务。',
  'An API key. Not its secret.': 'API 密钥，不含其机密内容。',
  'A list.': '一个名单。',
  'In any common format; at most 10,000.': '任何常见写法；最多 10,000 个。',
};
