/** Japanese translation of the cookbook. */
const words: Readonly<Record<string, string>> = {
  'Complete programs for common jobs with the public API. They use the Python and TypeScript SDKs, and `NUMSIFT_URL` and `NUMSIFT_API_KEY` from the environment. Our tests take them from this page and run them; the Go program only where Go is installed.':
    '公開 API でよくある作業を行う、完成したプログラムです。Python と TypeScript の SDK と、環境変数 `NUMSIFT_URL` と `NUMSIFT_API_KEY` を使います。テストはこのページからプログラムを取り出して実行します。Go のプログラムは Go がある環境だけで実行します。',
  'Screen a CRM export and write it back': 'CRM の書き出しを確認して書き戻す',
  'The file comes back with every row in its order, your own columns first, and the answers behind them. Nothing is lost: duplicates have the same answers, and refused rows say why.':
    'ファイルは、すべての行が元の順序のまま、自分の列を先頭に、その後ろに回答が付いて返ります。失われる行はありません。重複には同じ回答が付き、却下された行には理由が付きます。',
  'To write only the status back, keep your own id in a column and read the rows as they come:':
    'ステータスだけを書き戻すには、自分の ID を列に入れておき、届いた行から順に読みます。',
  'Send a large file first': '大きなファイルを先に送る',
  'A file that is sent first can be quoted, and used by several tasks. The SDKs send large files in parts, so a lost connection costs only the last part.':
    '先に送ったファイルは、見積もりにも複数のタスクにも使えます。SDK は大きなファイルを分けて送るので、接続が切れても最後のパートを送り直すだけです。',
  'Without an SDK, any tus client works, or this program. If it is stopped, run it again with the address that it has printed: it asks what has arrived and goes on from there.':
    'SDK がなくても、tus のクライアントならどれでも、またはこのプログラムが使えます。途中で止まったら、表示されたアドレスを付けて再び実行します。届いた量を問い合わせ、そこから続けます。',
  'A nightly job': '夜間のジョブ',
  'The idempotency key is the day: if the job is started twice, or again after a crash, the task exists once and is charged once. `max_age_days` reuses answers that you have paid for.':
    '冪等キーは日付です。ジョブが二度起動されても、異常終了の後に再び起動されても、タスクは一つで、課金も一度です。`max_age_days` は支払い済みの回答を再利用します。',
  'Check a number at sign-up': '登録時に番号を確認する',
  'Whether a number is valid and mobile is free and answered in milliseconds. Ask a provider only for numbers that pass, with a time limit, and let people in if the service cannot answer: a sign-up form must not depend on it.':
    '番号が有効か、携帯電話かは無料で、数ミリ秒で分かります。それを通った番号だけを時間制限付きでプロバイダーに問い合わせ、サービスが答えられないときは登録を通します。登録フォームがこのサービスに依存してはいけません。',
  'Receive webhooks': 'Webhook を受け取る',
  'Verify the raw body, answer at once, and work afterwards. A message can arrive twice: remember the `webhook-id`. The secret is shown when you create the endpoint; these programs read it from `WEBHOOK_SECRET` and listen on `PORT`. Put a proxy with TLS in front.':
    '受け取った本文をそのまま検証し、すぐに応答して、処理はその後で行います。メッセージは二度届くことがあるので、`webhook-id` を記録します。シークレットはエンドポイントの作成時に表示されます。このプログラムは `WEBHOOK_SECRET` から読み、`PORT` で待ち受けます。前段に TLS のプロキシを置いてください。',
  'Handle 429 and 409': '429 と 409 への対応',
  'The SDKs do this for you. Without one: repeat a request after 429, 503 and lost connections, and after 409 if it has `Retry-After`; always with the same `Idempotency-Key`, so that it is processed once. Other 409 responses (`task-state`, `endpoint-disabled`, `limit-reached`) need a decision, not a repetition.':
    'SDK はこれを自動で行います。SDK を使わない場合は、429、503、接続断の後と、`Retry-After` のある 409 の後に、要求を再送します。一度だけ処理されるように、常に同じ `Idempotency-Key` を付けます。その他の 409（`task-state`、`endpoint-disabled`、`limit-reached`）に必要なのは再送ではなく判断です。',
  'Move from Twilio Lookup': 'Twilio Lookup からの移行',
  'Twilio Lookup v2': 'Twilio Lookup v2',
  Numsift: 'Numsift',
  '`POST /v1/lookup` with `{"number": …}`; up to 100 numbers with `POST /v1/lookups`':
    '`POST /v1/lookup` に `{"number": …}`。`POST /v1/lookups` なら 100 件まで',
  'account SID and auth token': 'アカウント SID と認証トークン',
  'one API key per program, with scopes, addresses and an expiry':
    'プログラムごとに一つの API キー。スコープ、アドレス、有効期限を指定できます',
  'free: `type`, `original_carrier`; what a provider says: a project in `checks`':
    '無料：`type`、`original_carrier`。プロバイダーの回答は `checks` のプロジェクト',
  'an error inside a field (`error_code`)': 'フィールド内のエラー（`error_code`）',
  '`checks.{project}.error`; the other checks still have answers':
    '`checks.{project}.error`。ほかのチェックには回答が付きます',
  '429 with exponential back-off': '429 と指数バックオフ',
  '429 with `Retry-After`, and `RateLimit` on every response':
    '429 と `Retry-After`。すべての応答に `RateLimit`',
  'one request per number': '番号ごとに一つの要求',
  'tasks: a file in, the same file with answers out':
    'タスク：ファイルを送ると、同じファイルが回答付きで返ります',
  '`type` comes from the numbering plan: `fixed_line_or_mobile` where the plan does not distinguish them, as in North America. This function returns an answer in the form that code for Twilio expects:':
    '`type` は番号計画に基づきます。北米のように計画で区別できない場合は `fixed_line_or_mobile` です。この関数は、Twilio 用のコードが想定する形で回答を返します。',
};

export default words;
