/** Japanese translation of what the public API's description says about events, and about the webhooks of tasks. */
export const events: Readonly<Record<string, string>> = {
  'How far a running task is.': '実行中のタスクの進捗。',
  'The state of the task.': 'タスクの状態。',
  'Charged so far, in ten-thousandths of a point.': 'これまでの料金。単位は 1 万分の 1 ポイント。',
  'Lookups of several numbers that were sent together.': 'まとめて送られた複数の番号の照会。',
  'Ids of the lookups, in the order of the numbers.': '照会の ID（番号の順）。',
  'Slugs of the projects.': 'プロジェクトのスラッグ。',
  'Numbers that were looked up with these checks.': 'これらのチェックで照会した番号の数。',
  'A list of the console that was read, or cannot be read.':
    'コンソールのリストのうち、読み取ったもの、または読み取れないもの。',
  'Id of the list': 'リストの ID',
  'What the list is for.': 'リストの用途。',
  'Whether it can be used.': '利用できるかどうか。',
  'Why it cannot be read, as a stable word.': '読み取れない理由（変わらない語）。',
  'Rows of the file.': 'ファイルの行数。',
  'Points or quota that were added to the account, in ten-thousandths of a point.':
    'アカウントに追加されたポイントまたは枠。単位は 1 万分の 1 ポイント。',
  'Id of the ledger posting': '仕訳の ID',
  'A paid order, or a correction by the operator.': '支払い済みの注文、または運営者による訂正。',
  'Points that were added.': '追加されたポイント。',
  'Quota that was added.': '追加された枠。',
  'How far a running task is, at most every ten seconds.': '実行中のタスクの進捗。最大で 10 秒に 1 回。',
  'The lookups of several numbers are answered.': '複数の番号の照会に回答がありました。',
  'A list of the console was read, or cannot be read.': 'コンソールのリストを読み取ったか、読み取れません。',
  'Points or quota were added to the account.': 'アカウントにポイントまたは枠が追加されました。',
  'How far a running task is; at most every ten seconds.': '実行中のタスクの進捗。最大で 10 秒に 1 回。',
  'The lookups of several numbers, which were sent together, are answered.':
    'まとめて送られた複数の番号の照会に回答がありました。',
  'A list was read, or cannot be read.': 'リストを読み取ったか、読み取れません。',
  'The events that are sent to it. An endpoint without any gets the events of the tasks that name its address.':
    '送信されるイベント。イベントのないエンドポイントは、そのアドレスを指定したタスクのイベントを受け取ります。',
  'Address that gets the events of this task, too. It becomes a webhook endpoint without events of its own, which needs the scope `webhooks`, unless an endpoint of the account has it.':
    'このタスクのイベントも受け取るアドレス。アカウントに同じアドレスのエンドポイントがなければ、固有のイベントのない Webhook エンドポイントになります（スコープ `webhooks` が必要）。',
  'Id of the endpoint that gets its events, if it was started with a `webhook_url`.':
    'イベントを受け取るエンドポイントの ID。`webhook_url` で開始した場合のみ。',
  'The signing secret of that endpoint, if this request has created it. No other response has it, not even that of a repeated request.':
    'そのエンドポイントの署名シークレット。このリクエストが作成した場合のみ。ほかの応答（繰り返しのリクエストを含む）にはありません。',
  'Prices a task without starting it, also with a key that only reads tasks: what it can cost at most, which numbers are refused and why, and whether it can be started now.':
    'タスクを開始せずに見積もります。タスクを読み取るだけのキーでもできます。最大料金、拒否される番号とその理由、今すぐ開始できるかを返します。',
};
