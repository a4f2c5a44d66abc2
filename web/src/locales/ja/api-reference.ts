import { events } from './api-reference-events';
import { generation } from './api-reference-generation';
import { reading } from './api-reference-reading';
import { suppression } from './api-reference-suppression';
import { uploads } from './api-reference-uploads';
import { usage } from './api-reference-usage';
import { webhooks } from './api-reference-webhooks';

/** Japanese translation of the public API's description. */
const words: Readonly<Record<string, string>> = {
  '`true` if this is the response to an earlier request with the same `Idempotency-Key`':
    '同じ `Idempotency-Key` の以前のリクエストへの応答なら `true`',
  'What is left of the limit: `r` requests for the next `t` seconds': '上限の残り：次の `t` 秒間に `r` 件',
  'The limit of the key for such requests: `q` requests per `w` seconds':
    'この種のリクエストに対するキーの上限：`w` 秒あたり `q` 件',
  'Seconds to wait before the request is sent again': '再送信までに待つ秒数',
  'How to authenticate': '認証方法',
  'Id of the request; include it when you ask for help': 'リクエストの ID。問い合わせの際に添えてください',
  'A balance that fell below the threshold, in ten-thousandths of a point.':
    'しきい値を下回った残高（1 万分の 1 ポイント単位）。',
  'Points and quota that can be spent.': '使えるポイントと枠。',
  'The threshold of the operator.': '運営側のしきい値。',
  'The task to start with a file.': 'ファイルで開始するタスク。',
  'The projects to check: 1 to 8. Slugs, or objects with a condition.':
    'チェックするプロジェクト（1〜8 個）。スラッグ、または条件付きのオブジェクト。',
  'The earlier name of `checks`.': '`checks` の以前の名前。',
  'A top-up order that was paid and credited.': '支払いと反映が済んだチャージ注文。',
  'What was paid, as a decimal number.': '支払額（10 進数）。',
  'Id of the order': '注文の ID',
  'What was bought.': '購入したもの。',
  'What was credited, in ten-thousandths of a point.': '反映された額（1 万分の 1 ポイント単位）。',
  'Slug of the project.': 'プロジェクトのスラッグ。',
  'A task that has ended.': '終了したタスク。',
  'How it ended.': '終了のしかた。',
  'The task, as JSON.': 'タスク（JSON）。',
  'What is checked.': 'チェックの内容。',
  'The slugs of `checks`.': '`checks` のスラッグ。',
  'In any common format; at most 10,000. Send more as a file.':
    '一般的な形式ならどれでも可。最大 10,000 件。それ以上はファイルで送信します。',
  'A test of an endpoint.': 'エンドポイントのテスト。',
  'Description of the endpoint.': 'エンドポイントの説明。',
  'Id of the endpoint': 'エンドポイントの ID',
  Success: '成功',
  'Send a file first, and use it in one or several tasks':
    '先にファイルを送信し、1 つまたは複数のタスクで使用します',
  'A file that was sent.': '送信されたファイル。',
  'Size of the whole file in bytes.': 'ファイル全体のサイズ（バイト）。',
  'Bytes received so far. The file can be used once this is its size.':
    'これまでに受信したバイト数。ファイルのサイズと等しくなると使用できます。',
  'SHA-256 of the content in hex; `null` while parts are missing.':
    '内容の SHA-256（16 進数）。パートが不足している間は `null`。',
  'When the file is deleted. Every use moves this two days ahead.':
    'ファイルが削除される時刻。使用するたびに 2 日後まで延長されます。',
  'A file as a form.': 'フォームとしてのファイル。',
  'Stores a file. Tasks and quotes take its id as `file`.':
    'ファイルを保存します。タスクと見積もりではその ID を `file` に指定します。',
  'Path of the file': 'ファイルのパス',
  'Id of the file': 'ファイルの ID',
  'A page of files.': 'ファイルの 1 ページ。',
  'Files per page; 20 by default.': '1 ページあたりのファイル数。既定は 20。',
  'Lists the files of the account, newest first.': 'アカウントのファイルを新しい順に一覧表示します。',
  'Returns one file.': '1 つのファイルを返します。',
  'Deletes a file. Tasks that were started with it keep their numbers.':
    'ファイルを削除します。そのファイルで開始したタスクの番号は残ります。',
  'Instead of numbers: the id of a file that was sent to `/v1/files`.':
    '番号の代わりに、`/v1/files` に送信したファイルの ID。',
  'Starts a task with numbers, or with a file that was sent before.':
    '番号または先に送信したファイルでタスクを開始します。',
  'Starts a task with a file of numbers.': '番号のファイルからタスクを開始します。',
  'Messages that are sent to your server': 'あなたのサーバーに送信されるメッセージ',
  'Id of the message; the same for all its deliveries': 'メッセージの ID。どの配信でも同じです',
  'Time of the delivery in seconds since 1970': '配信時刻（1970 年からの秒数）',
  'Signatures of the message (Standard Webhooks), separated by spaces':
    'メッセージの署名（Standard Webhooks）。空白区切り',
  'A message about an event.': 'イベントについてのメッセージ。',
  'Time of the event.': 'イベントの時刻。',
  'The event.': 'イベント。',
  'The message was received': 'メッセージを受信しました',
  'The endpoint is gone; it is disabled': 'エンドポイントはなくなり、無効になります',
  'The balance that can be spent fell below the threshold of the operator.':
    '使える残高が運営側のしきい値を下回りました。',
  'A top-up order was paid and credited.': 'チャージ注文が支払われ、反映されました。',
  'A task has finished.': 'タスクが完了しました。',
  'A task was ended because too many answers were unknown.':
    '不明な回答が多すぎるため、タスクが打ち切られました。',
  'Sent by the owner to test an endpoint.': '所有者がエンドポイントをテストするために送信します。',
  'Check up to 100 phone numbers at once, or many as a task. Amounts are integers in ten-thousandths of a point; times are RFC 3339 in UTC. Send the key as `Authorization: Bearer ns_…`.':
    '電話番号を一度に最大 100 件、または多数をタスクとして調べます。金額は 1 万分の 1 ポイント単位の整数、時刻は UTC の RFC 3339 です。キーは `Authorization: Bearer ns_…` として送ります。',
  'Check up to 100 numbers and get the answers in the same request':
    '最大 100 件の番号をチェックし、同じリクエストで回答を得ます',
  'Looks up several numbers together, at most 100. Each counts as one lookup towards the rate limit.':
    '複数の番号（最大 100 件）をまとめて照会します。レート制限では 1 件ごとに 1 回と数えます。',
  'Numbers to look up together.': 'まとめて照会する番号。',
  'In any common format; each number once.': '一般的な形式。同じ番号は 1 回だけ。',
  'Slugs of the projects to check. Each costs its price for every definite answer.':
    'チェックするプロジェクトのスラッグ。確定した回答ごとに単価が課金されます。',
  'The answers to several numbers.': '複数の番号への回答。',
  'One object per number, in the order of the request.': '番号ごとに 1 つのオブジェクト。リクエストの順。',
  'The total charge, in ten-thousandths of a point.': '合計料金（1 万分の 1 ポイント単位）。',
  'A lookup that checked projects.': 'プロジェクトをチェックした照会。',
  '`X-Request-Id` of the response.': 'レスポンスの `X-Request-Id`。',
  'The state of a lookup.': '照会の状態。',
  'When it is deleted.': '削除される日時。',
  'A page of lookups.': '照会の 1 ページ。',
  'Lookups per page; 20 by default.': '1 ページあたりの照会数。既定は 20。',
  'Only this number, with its country code.': 'この番号だけ（国番号付き）。',
  'Only lookups that checked this project.': 'このプロジェクトをチェックした照会だけ。',
  'Only lookups with an answer of this status, which may be `unknown` or `skipped`.':
    'このステータスの回答がある照会だけ。`unknown` や `skipped` も指定できます。',
  'Only the lookups of this request.': 'このリクエストの照会だけ。',
  "Lists the account's lookups that checked projects, newest first, including those of the console.":
    'プロジェクトをチェックしたアカウントの照会を新しい順に返します。コンソールでの照会も含みます。',
  'Returns one lookup.': '照会を 1 件返します。',
  'Id of the lookup': '照会の ID',
  'Id of the lookup, if projects were checked.': '照会の ID。プロジェクトをチェックした場合のみ。',
  'Returns the balance of the account.': 'アカウントの残高',
  'The request is not valid': 'リクエストが正しくありません',
  'A valid API key is required': '有効な API キーが必要です',
  'The key does not allow this': 'このキーでは許可されていません',
  'The key may not be used from this address': 'このアドレスからはキーを使えません',
  'The account may not use the API': 'このアカウントは API を使えません',
  'The method is not allowed here': 'このメソッドは使えません',
  'The response is not available in that media type': 'その形式の応答はありません',
  'Too many requests': 'リクエストが多すぎます',
  'Internal error': '内部エラー',
  'Temporarily unavailable': '一時的に利用できません',
  'Looks up a number. Free of charge without projects.':
    '番号を 1 件調べます。プロジェクトを指定しなければ無料です。',
  'Identifies the request: if it is sent again, the first response is returned':
    'リクエストの識別子。同じものを再送すると、最初の応答が返ります',
  'The account uses as much as it may': 'アカウントの使用量が上限に達しています',
  'A lookup.': '照会。',
  'The account has too few points': 'ポイントが足りません',
  'The same request is still being processed': '同じリクエストを処理中です',
  'The request is too large': 'リクエストが大きすぎます',
  'The media type is not supported': 'その形式は読み取れません',
  'The idempotency key was used for another request': 'この冪等キーは別のリクエストで使われています',
  'The request cannot be carried out': 'リクエストを実行できません',
  'Lists the projects that can be checked, with their prices.': '利用できるプロジェクトと料金',
  "Lists the account's tasks, newest first, including those started in the console.":
    'アカウントのタスク（新しい順、コンソールで作ったものを含む）',
  '`next_cursor` of the previous page.': '前のページの `next_cursor`。',
  'Tasks per page; 20 by default.': '1 ページのタスク数。省略時は 20。',
  'Not found': '見つかりません',
  'Path of the task': 'タスクのパス',
  'Returns one task.': '1 件のタスク',
  'Id of the task': 'タスクの ID',
  'Cancels a task. Numbers that are not processed yet are dropped, and their points are returned at once.':
    'タスクを中止します。未処理の番号は破棄され、そのポイントはすぐに戻ります。',
  'The state of the task does not allow this': 'タスクの状態により実行できません',
  'Numbers per page; 100 by default.': '1 ページの番号数。省略時は 100。',
  'Only the answers of this project.': 'このプロジェクトの回答のみ。',
  'Only numbers with this status, which may be `unknown` or `skipped`.':
    'このステータスの番号のみ。`unknown` と `skipped` も指定できます。',
  'The balance of the account, in ten-thousandths of a point.':
    'アカウントの残高（1 万分の 1 ポイント単位）。',
  'Quota that can be spent.': '使える枠。',
  'Points and quota held for running tasks.': '実行中の処理のために予約されたポイントと枠。',
  'Points that can be spent.': '使えるポイント。',
  'The menu group of a project.': 'プロジェクトが属するメニューのグループ。',
  'The answer of one check.': '1 つのチェックの結果。',
  'Whether the status counts as a hit.': 'ステータスがヒットに当たるかどうか。',
  'More details.': '詳しい情報。',
  'The charge, in ten-thousandths of a point.': '料金（1 万分の 1 ポイント単位）。',
  'The time of the check.': '調べた時刻。',
  'Why there is no definite answer. Such checks are free of charge.':
    '確定した回答がない理由。その場合は無料です。',
  'Where the answer comes from.': '情報の出どころ。',
  '`null` if there is no definite answer.': '確定した回答がなければ `null`。',
  'Why a check has no definite answer.': 'チェックに確定した回答がない理由。',
  'A stable word, such as `timeout`, `no_channel` or `suppressed`.':
    '固定のコード（`timeout`、`no_channel`、`suppressed` など）。',
  'What kind of problem it is.': '問題の種類。',
  'The condition of a waterfall step. Empty fields do not restrict.':
    '段階式で次の段階に進むために番号が満たす条件。空の項目は条件になりません。',
  'Accepted countries.': '番号が属すべき国。',
  'Accepted number types, such as `mobile`.': '番号の種類（`mobile` など）。',
  'Accepted statuses of that step.': 'その段階で得られるべき結果。',
  'Index of an earlier step, starting at 0.': '前の段階（0 から数える）。',
  'A field that is wrong.': '誤りのあるフィールド。',
  'Why it is wrong.': '誤りの理由。',
  'JSON pointer into the body, or the name of a query parameter without a slash.':
    '本文内の位置を示す JSON ポインター。スラッシュがなければクエリパラメーター名。',
  'A number to look up.': '調べる番号。',
  'Two-letter code of the country for numbers without `+`.': '`+` のない番号の国（2 文字）。',
  "Reuse the account's own answers that are at most this many days old, free of charge.":
    'この日数以内の自分の回答を無料で再利用します。',
  'In any common format.': '一般的な書き方なら何でも。',
  'Slugs of the projects to check. Each costs its price if the answer is definite.':
    'チェックするプロジェクトの slug。確定した回答ごとに料金がかかります。',
  'A number and what is known about it.': '番号とその情報。',
  'The carrier that the number was allocated to. Ported numbers may have another one.':
    '番号が割り当てられた通信事業者。番号ポータビリティで変わっている場合があります。',
  'The total charge of all checks, in ten-thousandths of a point.':
    'すべてのチェックの合計料金（1 万分の 1 ポイント単位）。',
  'One object per project; `null` if the project was not checked.':
    'プロジェクトごとに 1 つ。調べなかったものは `null`。',
  'Two letters; `001` for numbers that belong to no country.': '2 文字。どの国にも属さない番号は `001`。',
  'Whether its length is possible.': '長さとしてあり得るかどうか。',
  'Why it is not valid, such as `too_short`.': '無効な理由（`too_short` など）。',
  'The area that the number was allocated to.': '番号が割り当てられた地域。',
  'Whether it is a test number: its answers are fixed and free of charge.':
    'テスト番号かどうか。回答は固定で無料です。',
  'The first of these time zones.': 'そのうち最初のタイムゾーン。',
  'All time zones of that area.': 'その地域のすべてのタイムゾーン。',
  'Such as `mobile`, `fixed_line`, or `fixed_line_or_mobile` where the plan does not distinguish them.':
    '`mobile`、`fixed_line` など。番号計画で区別できない場合は `fixed_line_or_mobile`。',
  'Whether it matches the numbering plan of its country. This does not mean that it is in use.':
    '国の番号計画に合うかどうか。使用中とは限りません。',
  'A refused request.': '拒否されたリクエスト。',
  'The kind of problem as a stable word.': '問題の種類を表す固定のコード。',
  'What went wrong in this request.': '今回起きた問題。',
  'The fields that are wrong.': '誤りのあるフィールド。',
  'The HTTP status.': 'HTTP ステータス。',
  'The kind of problem in a few words.': '問題の種類の短い説明。',
  'The kind of problem, as a link to its description.': '問題の種類を示し、その説明につながります。',
  'One kind of check.': '番号について調べられること。',
  'Whether it can be checked at the moment.': '現在チェックできるかどうか。',
  'The countries that it covers; empty for all.': '対応する国。空ならすべて。',
  'Prices that differ, by country.': '国ごとの料金。',
  'Largest number of numbers per task.': '1 タスクの番号数の上限。',
  'Smallest number of numbers per task.': '1 タスクの番号数の下限。',
  'Price per definite answer, in ten-thousandths of a point.':
    '確定した結果 1 件の料金（1 万分の 1 ポイント単位）。',
  'The name to use in requests.': 'リクエストで使う名前。',
  'The definite statuses; the first is the one that counts as a hit.':
    '確定ステータス。最初のものがヒットです。',
  'The projects that can be checked.': '利用できるプロジェクト。',
  'A page of results.': '結果の 1 ページ。',
  'Cursor of the next page; `null` on the last page.': '次のページのカーソル。最後のページでは `null`。',
  'Where an answer comes from.': '結果の出どころ。',
  'The state of a task.': 'タスクの状態。',
  'One check of a task.': 'タスクのプロジェクト。',
  'Check only numbers that meet this condition; only in a waterfall.':
    'この条件を満たす番号だけをチェックします。段階実行のみ。',
  'A file of numbers and the task to start with it.': '番号のファイルと、それに対して行うこと。',
  'CSV, TXT or XLSX, also as gz or zip.': 'CSV、TXT、XLSX、またはそれらの gz や zip。',
  'How the projects of a task are combined.': '複数のプロジェクトで 1 つのリストを調べる方法。',
  'A task.': 'タスク。',
  'Charged so far.': 'これまでの料金。',
  'Numbers that have results.': '結果が出た番号の数。',
  'The most that it can cost, in ten-thousandths of a point.': '最大の料金（1 万分の 1 ポイント単位）。',
  'Answers that count as hits.': 'ヒットした回答の数。',
  'When its results are deleted.': '結果が削除される時刻。',
  'Whether all its numbers are test numbers.': 'すべてテスト番号かどうか。',
  'The `X-Request-Id` of the request that created it; `null` for tasks of earlier versions.':
    'タスクを作成したリクエストの `X-Request-Id`。以前のバージョンのタスクでは `null`。',
  'Valid, unique numbers.': '有効で重複のない番号の数。',
  'Answers that are not definite.': '確定しなかった回答の数。',
  'A task to start.': '始めるタスク。',
  "Reuse the account's own answers that are at most this many days old (0 to 30), free of charge.":
    'この日数（0〜30）以内の自分の回答を無料で再利用します。',
  "Reuse the account's own answers that are at most this many days old (0 to 30; 30 by default), free of charge.":
    'この日数（0〜30、既定は30）以内の自分の回答を無料で再利用します。',
  'Refuse the task if it can cost more than this, in ten-thousandths of a point.':
    '費用がこれを超え得る場合は拒否します（1 万分の 1 ポイント単位）。',
  'How several projects are combined; by default `single` for one project, else `parallel`.':
    '複数のプロジェクトの組み合わせ方。既定は 1 つなら `single`、それ以外は `parallel`。',
  'Name of the task; at most 120 characters.': 'タスクの名前（120 文字まで）。',
  'A page of tasks.': 'タスクの 1 ページ。',
  'Check many numbers in the background': '多数の番号をバックグラウンドで調べる',
  'Why it ended early or with failures: `too_many_unknown`, `unprocessed` or `provider_failures`.':
    '途中で終了した、または失敗があった理由：`too_many_unknown`、`unprocessed`、`provider_failures`。',
  'Unknown answers that are due to failures of providers. Checking these numbers again can help.':
    'プロバイダーの障害による不明な回答。再チェックで回答が得られることがあります。',
  'Set while a provider of a running task fails: since when. The task goes on when the provider works again.':
    '実行中タスクのプロバイダーに障害がある間、その開始時刻。プロバイダーが復旧するとタスクは続行します。',
  'Returns the statement of a task: what was held, charged per project and price, and returned.':
    'タスクの明細を返します：予約、プロジェクトと単価ごとの課金、返却。',
  'Charged answers of one project at one price.': '1 つのプロジェクトで同じ単価の課金対象回答。',
  'Charged for definite answers.': '確定した回答に対する課金。',
  'Held when the task started: the most that it could cost.': 'タスク開始時の予約：最大の費用。',
  'Number of charged answers.': '課金された回答の数。',
  'Price per answer; `null` if it differs.': '回答ごとの単価。異なる場合は `null`。',
  'Returned when the task ended.': 'タスク終了時に返却。',
  'Still held.': '予約中。',
  'Taken back from the charges afterwards.': '後日、課金から返金。',
  'What a task was held for, charged and returned, in ten-thousandths of a point.':
    'タスクの予約・課金・返却（1 万分の 1 ポイント単位）。',
  'What became of the rows that were sent; `null` for tasks of earlier versions.':
    '送信した行の処理結果。以前のバージョンのタスクでは `null`。',
  'Rows of the list, without headers.': 'リストの行数（見出しを除く）。',
  'Numbers that were checked; the answer may be unknown.': 'チェックした番号。回答が不明のこともあります。',
  'Numbers that every check skipped.': 'すべてのチェックがスキップした番号。',
  'Numbers that were not checked.': 'チェックしなかった番号。',
  'Rows whose number occurs in an earlier row. They get the same answers, and are charged once.':
    '番号が前の行にもある行。回答は同じで、課金は 1 回です。',
  'Rows whose number is on a suppression list.': '番号が除外リストにある行。',
  'Rows without a usable number.': '使用できる番号のない行。',
  'Empty rows.': '空行。',
  'Row of the file, or position among the numbers of the request, from 1.':
    'ファイルの行、またはリクエスト内の番号の位置（1 から）。',
  'The other columns of the file, by their headers.': 'ファイルのその他の列（見出し別）。',
  'The same as `original_carrier`.': '`original_carrier` と同じ。',
  'What became of the rows that were sent. The counts add up to `sent`; numbers that still wait are `unprocessed`.':
    '送信した行の処理結果。合計は `sent` になります。まだ待機中の番号は `unprocessed` です。',
  'Only tasks in this state: `running`, `paused`, `done`, `cancelled` or `failed`.':
    'この状態のタスクだけ：`running`、`paused`、`done`、`cancelled`、`failed`。',
  'Only tasks that check this project.': 'このプロジェクトをチェックするタスクだけ。',
  'Only tasks that were created at this time or later (RFC 3339).':
    'この時刻以降に作成されたタスクだけ（RFC 3339）。',
  'Only tasks that were created before this time (RFC 3339).':
    'この時刻より前に作成されたタスクだけ（RFC 3339）。',
  'Only tasks whose `metadata` has this pair, as `key:value`.':
    '`metadata` にこの組（`key:value`）があるタスクだけ。',
  'Pauses a running task. Numbers that are being checked are finished.':
    '実行中のタスクを一時停止します。チェック中の番号は最後まで処理されます。',
  'Resumes a paused task.': '一時停止中のタスクを再開します。',
  'Deletes a task and its results. A running task is cancelled first.':
    'タスクとその結果を削除します。実行中のタスクは先に取り消されます。',
  'Starts a task with the numbers for which any check of a finished task has no answer, and with the same checks.':
    '終了したタスクのいずれかのチェックで回答がなかった番号から、同じチェックでタスクを開始します。',
  Deleted: '削除しました',
  'Your own names and values: at most 20 pairs. Keys have letters, digits, `_`, `-` and `.`; at most 40. Values have at most 500 characters.':
    '独自の名前と値：最大 20 組。キーは英字・数字・`_`・`-`・`.` で最大 40 文字、値は最大 500 文字。',
  'The names and values that were sent with it.': '作成時に送信された名前と値。',
  'How the unknown numbers of a task are checked again.': 'タスクの不明な番号を再チェックする方法。',
  'Name of the new task; the name of the earlier one by default.':
    '新しいタスクの名前。省略時は元のタスクの名前。',
  'Your own names and values; those of the earlier task by default.':
    '独自の名前と値。省略時は元のタスクのもの。',
  'A task to quote.': '見積もるタスク。',
  'What a task would cost, in ten-thousandths of a point.': 'タスクの費用。単位は 1/10,000 ポイント。',
  'Valid, unique numbers that would be checked.': 'チェックされる有効で重複のない番号の数。',
  'What would become of the rows.': '各行の処理結果の見込み。',
  'What would become of the rows. The counts and `numbers` add up to `sent`.':
    '各行の処理結果の見込み。各件数と `numbers` の合計は `sent` です。',
  'Refused rows by reason, such as `too_short`.': '理由別の却下された行。例：`too_short`。',
  'The most that the task can cost. It is held when the task starts.':
    'タスクの最大費用。開始時に保留されます。',
  'What a waterfall is likely to cost at the hit rates of the last 30 days; `null` if they are not known.':
    '直近 30 日のヒット率から見込まれる段階式の費用。不明なら `null`。',
  'How much more the account needs to start the task.': 'タスクの開始に足りない額。',
  'Whether the task can be started now: there are numbers, the balance is high enough and every check is `available`.':
    '今タスクを開始できるか：番号があり、残高が足り、すべてのチェックが `available` であること。',
  'Rows whose number occurs in an earlier row.': '番号が前の行にもある行。',
  'What one check would cost.': '一つのチェックの費用。',
  'Price per definite answer, where no other price applies to the country.':
    '確定した回答一件の価格（国別の価格がない場合）。',
  'Answers that can be charged.': '課金されうる回答の数。',
  'Numbers in countries that the project does not cover. They are skipped, free of charge.':
    'プロジェクトの対象外の国の番号。スキップされ、無料です。',
  'The most that the check can cost.': 'このチェックの最大費用。',
  'Whether it can be started now with these numbers.': 'これらの番号で今開始できるか。',
  'Why not; `null` if it is available.': 'できない理由。利用できる場合は `null`。',
  'Why a check cannot be started.': 'チェックを開始できない理由。',
  'The operator has disabled the project.': '運営者がプロジェクトを無効にしています。',
  'No provider answers the project at the moment.':
    '現在このプロジェクトに回答するプロバイダーがありません。',
  'The project takes more numbers per task.': 'このプロジェクトは一タスクにもっと多くの番号が必要です。',
  'The project takes fewer numbers per task.':
    'このプロジェクトは一タスクの番号がもっと少なくなければなりません。',
  ...webhooks,
  ...events,
  ...reading,
  ...suppression,
  ...usage,
  ...generation,
  ...uploads,
  'A file that was sent before a task or a list uses it.': 'タスクやリストが使う前に送信されたファイル。',
  'What checks need besides the number, by name, such as the date of consent. `inputs` of the check says what it needs.':
    '番号以外にチェックが必要とする値（名前ごと）。同意日など。何が必要かはチェックの `inputs` に示されます。',
  'What checks need besides the numbers: one object per number, in their order.':
    '番号以外にチェックが必要とする値。番号ごとに 1 つのオブジェクトを、番号の順に指定します。',
  'What it needs besides the number: in `inputs` of a lookup, or in a column of a list.':
    '番号以外に必要な値。照会では `inputs`、リストでは列で渡します。',
  'A value in the row of a number that a check needs besides the number.':
    '番号以外にチェックが必要とする、番号の行の値。',
  'The columns of a list that can contain it. The first one that the list has is used. Case, spaces and punctuation do not matter.':
    'この値を含みうるリストの列。リストにある最初の列を使います。大文字小文字、空白、句読点は区別しません。',
  'The name in templates: `number.inputs.since`.': 'テンプレートでの名前：`number.inputs.since`。',
  'What an input contains.': '入力値の内容。',
};

export default words;
