/** Japanese translation of what the public API's description says about usage. */
export const usage: Readonly<Record<string, string>> = {
  'Projects, balance and usage': 'プロジェクト、残高、使用量',
  'First day (UTC); by default 29 days before `to`.': '最初の日（UTC）。既定は `to` の 29 日前。',
  'Last day (UTC); today by default. At most 366 days.': '最後の日（UTC）。既定は今日。最大 366 日。',
  'Words separated by commas: `day`, `key`, `project` and `source`; `day` by default.':
    'コンマ区切りの語：`day`、`key`、`project`、`source`。既定は `day`。',
  'What the account used.': 'アカウントの使用量。',
  'First day (UTC).': '最初の日（UTC）。',
  'Last day (UTC).': '最後の日（UTC）。',
  'One per group that used something, in the order of `day`, `key`, `project` and `source`.':
    '使用のあったグループごとに 1 件。`day`、`key`、`project`、`source` の順。',
  'The usage of a group. Fields by which it is not grouped are `null`.':
    'グループの使用量。グループ化に使わない項目は `null`。',
  'Day (UTC).': '日（UTC）。',
  'The API key; `null` for the console.': 'API キー。コンソールは `null`。',
  '`null` for usage that was counted by earlier versions.': '以前のバージョンで数えた使用量は `null`。',
  'Answers, each for one number and one project.': '回答数。番号とプロジェクトの組ごとに 1 件。',
  'Definite answers.': '確定した回答。',
  'Charged for them, in ten-thousandths of a point.': 'その料金。単位は 1 万分の 1 ポイント。',
  'An API key of the account.': 'アカウントの API キー。',
  'The usage of all groups together.': '全グループの合計。',
  'What used a project.': 'プロジェクトを使ったもの。',
  'Returns what the lookups and tasks of the account used, by day, API key, project and source.':
    'アカウントの照会とタスクの使用量を、日・API キー・プロジェクト・取得元ごとに返します。',
  'Lookups.': '照会。',
  'Tasks.': 'タスク。',
  'An API key. Not its secret.': 'API キー。シークレットではありません。',
  'A list.': 'リスト。',
  'In any common format; at most 10,000.': '一般的な形式なら何でも可。最大 10,000 件。',
};
