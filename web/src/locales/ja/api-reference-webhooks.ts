/** Japanese translation of what the public API's description says about webhooks and rows. */
export const webhooks: Readonly<Record<string, string>> = {
  'Messages that are sent to your server, and the endpoints that receive them':
    'お客様のサーバーに送られるメッセージと、その宛先のエンドポイント',
  'A webhook endpoint.': 'Webhook エンドポイント。',
  'Why it was disabled automatically: `gone` or `failing`.':
    '自動で無効になった理由：`gone` または `failing`。',
  'Until then messages are also signed with the old secret.':
    'この時刻まで、メッセージは古いシークレットでも署名されます。',
  'Deliveries that wait for their next attempt.': '次の試行を待つ配信。',
  'All endpoints of the account.': 'アカウントのすべてのエンドポイント。',
  'An endpoint and its signing secret, which is shown only once.':
    'エンドポイントとその署名シークレット。シークレットは一度だけ表示されます。',
  'The signing secret: `whsec_…`.': '署名シークレット：`whsec_…`。',
  'A message for one endpoint.': '一つのエンドポイントへのメッセージ。',
  'The `webhook-id` of the message; the same for all its attempts.':
    'メッセージの `webhook-id`。すべての試行で同じです。',
  'When the next attempt is due; `null` if there is none.': '次の試行の時刻。なければ `null`。',
  'The last attempts, oldest first.': '最近の試行。古い順。',
  'The body of the message.': 'メッセージの本文。',
  'One attempt of a delivery.': '配信の一回の試行。',
  'HTTP status of the response, if there was one.': '応答の HTTP ステータス（応答があった場合）。',
  'Why it failed.': '失敗の理由。',
  'The first kilobyte of the response.': '応答の先頭 1 KB。',
  'Lists the webhook endpoints of the account, oldest first.':
    'アカウントの Webhook エンドポイントを古い順に返します。',
  'An endpoint to create.': '作成するエンドポイント。',
  'Starts with `https://`. Addresses that are not on the public internet are refused.':
    '`https://` で始まります。公開インターネット上にないアドレスは拒否されます。',
  'At most 200 characters.': '最大 200 文字。',
  'Creates a webhook endpoint. Its signing secret is in this response and in no other.':
    'Webhook エンドポイントを作成します。署名シークレットはこの応答にだけ含まれます。',
  'What to change of an endpoint. Fields that are left out stay as they are.':
    'エンドポイントの変更内容。省略したフィールドはそのままです。',
  'Disabling an endpoint drops its pending deliveries.': '無効にすると、保留中の配信は破棄されます。',
  'Changes, enables or disables a webhook endpoint.': 'Webhook エンドポイントを変更、有効化、無効化します。',
  'Deletes a webhook endpoint and the log of its deliveries.':
    'Webhook エンドポイントと配信の記録を削除します。',
  'How the secret of an endpoint is rotated.': 'エンドポイントのシークレットの更新方法。',
  'Hours for which messages are also signed with the old secret: 0 to 168.':
    'メッセージを古いシークレットでも署名する時間数：0 から 168。',
  'Gives a webhook endpoint a new signing secret, which is in this response and in no other.':
    'Webhook エンドポイントに新しい署名シークレットを発行します。シークレットはこの応答にだけ含まれます。',
  'Sends a test message to a webhook endpoint, once, and returns what came of it.':
    'Webhook エンドポイントにテストメッセージを一度だけ送り、その結果を返します。',
  'Deliveries per page; 20 by default.': '1 ページの配信数。既定は 20。',
  'Only deliveries in this state: `pending`, `delivered` or `failed`.':
    'この状態の配信だけ：`pending`、`delivered`、`failed`。',
  'A page of deliveries.': '配信の 1 ページ。',
  'Lists the deliveries of a webhook endpoint, newest first.':
    'Webhook エンドポイントの配信を新しい順に返します。',
  'Which messages to send again.': '再送するメッセージ。',
  'Messages about events at this time or later (RFC 3339).':
    'この時刻以降のイベントのメッセージ（RFC 3339）。',
  'Send those again that were delivered, too; otherwise only those that failed.':
    '配信済みのものも再送します。指定しなければ失敗したものだけ。',
  'How many messages are sent again.': '再送されるメッセージの数。',
  'Messages that are sent again with the full retry schedule; at most 1,000 per request, the newest first.':
    '再試行の予定を最初からやり直して再送されるメッセージ。1 回の要求で最大 1,000 件、新しいものから。',
  'Sends the messages of a webhook endpoint since a time again, each with the same `webhook-id`.':
    'Webhook エンドポイントのある時刻以降のメッセージを、同じ `webhook-id` で再送します。',
  'Why the system disabled an endpoint.': 'システムがエンドポイントを無効にした理由。',
  'Why an attempt failed.': '試行が失敗した理由。',
  'The results for one row of a task.': 'タスクの 1 行の結果。',
  'What became of the row.': '行の処理結果。',
  'Why the row was refused, such as `too_short`; else `null`.':
    '行が拒否された理由（`too_short` など）。それ以外は `null`。',
  'For a duplicate, the row of the first occurrence; else `null`. A duplicate has the same answers and is charged once.':
    '重複の場合、最初に現れた行。それ以外は `null`。重複の回答は同じで、課金は一度だけです。',
  'What became of a row.': '行の処理結果の種類。',
  '`all` for every row that was sent, in its order, with what became of it; `unique` for each number that has results, once. The default is `unique` for pages, and `all` for streams. Pages of all rows cannot be filtered by status.':
    '`all`：送信したすべての行を順番どおりに、処理結果とともに返します。`unique`：結果のある番号を一度ずつ。既定はページが `unique`、ストリームが `all`。すべての行のページはステータスで絞り込めません。',
  '`true` writes the numbers of a CSV stream as the formula `="+12015550100"`, which spreadsheets show as text instead of rounding it; for programs, leave it out.':
    '`true` にすると、CSV ストリームの番号を数式 `="+12015550100"` として書き出します。表計算ソフトで丸められず文字列として表示されます。プログラムで使う場合は省略してください。',
  'Your own ids of the numbers, one for each, in the same order; at most 100 characters. Results return them as the column `id`.':
    '番号ごとのお客様独自の ID（同じ順序で一つずつ、最大 100 文字）。結果では列 `id` として返されます。',
  'Rows per page; 100 by default.': '1 ページの行数。既定は 100。',
  'A row that holds no usable number.': '使える番号のない行。',
  'The text in place of the number, as sent.': '番号の位置にあったテキスト（送信時のまま）。',
  'Why it was refused, such as `too_short`.': '拒否された理由（`too_short` など）。',
  'A page of refused rows.': '拒否された行の 1 ページ。',
  'Can be fewer than the limit, even none, although further pages follow.':
    '続きのページがあっても、上限より少ない、または空の場合があります。',
  'Returns the rows of a task that were refused, with the reasons, in the order in which they were sent. They are kept as long as the list of the task.':
    'タスクで拒否された行を、理由とともに送信順に返します。タスクのリストと同じ期間保存されます。',
  'A webhook message for one endpoint.': '一つのエンドポイントへの Webhook メッセージ。',
  'It has changed or is in use at the moment': '変更されたか、使用中です',
  'The webhook endpoint is disabled': 'Webhook エンドポイントが無効です',
};
