import type { MessagesOf } from '../messages';

export const api_docs: MessagesOf<'api_docs'> = {
  reference_hint: '各操作のパラメーター、本文、回答。自分のキーでその場で試せます',
  errors_hint: 'エラー回答の type はすべてこのページを指します',
  keys_page: '自分のキー',
  errors_page: 'エラー一覧',
  cookbook_page: 'クックブック',
  cookbook_hint: 'よくある作業のための完成したプログラムです。テストで実行しています。',
  reference_page: 'API リファレンス',
  description_file: 'OpenAPI 定義',
  contents: '目次',
  open_all: 'すべて開く',
  close_all: 'すべて閉じる',
  load_failed: 'API の定義を読み込めませんでした',
  key: {
    title: '試用するキー',
    label: 'あなたのキー',
    hint: 'このページのメモリーにのみ保持され、保存されません。再読み込みで消えます。',
    warning:
      '試用は実際に実行されます。タスクの作成とプロジェクト付きの照会はポイントを消費します。テスト番号は無料です。',
  },
  parameters: 'パラメーター',
  body: '本文',
  answers: '回答',
  example: '例',
  curl: 'curl',
  name: '名前',
  type: '型',
  what: '説明',
  required: '必須',
  in: { path: 'パス', query: 'クエリ', header: 'ヘッダー', cookie: 'Cookie' },
  try: {
    title: '試す',
    send: '送信',
    accept: '回答の形式',
    body: '本文（JSON）',
    key_missing: '先に上でキーを入力してください。',
    path_missing: '{{name}} を入力してください',
    body_wrong: '正しい JSON ではありません',
    failed: '回答がありませんでした。接続を確認して再試行してください。',
    status: 'ステータス',
    headers: '回答ヘッダー',
    answer: '回答',
    cut: '最初の {{n}} 文字のみ表示',
  },
  what_to_do: '対処',
  link_to: '{{code}} へのリンク',
  unknown_code: '{{code}} というエラーはありません。新しいバージョンのものかもしれません。',
  errors: {
    'invalid-request': {
      meaning:
        'リクエストを読めません。JSON の誤り、項目の不足、型の誤り、未知の項目やパラメーターがあります。',
      action: 'errors が示す箇所（pointer）を直して送り直してください。同じまま再送しても通りません。',
    },
    unauthorized: {
      meaning: 'キーがないか、存在しない、期限切れ、または失効しています。',
      action:
        'Authorization: Bearer ns_… ヘッダーを確認し、必要なら API 情報ページでキーを作成またはローテーションしてください。',
    },
    'insufficient-balance': {
      meaning: 'このリクエストの最大料金に対してポイントが足りません。',
      action: 'チャージするか、番号やプロジェクトを減らしてください。残高は GET /v1/balance で確認できます。',
    },
    forbidden: {
      meaning: 'この操作に必要なスコープがキーにありません。',
      action: 'API 情報ページでキーを編集してスコープを加えるか、別のキーを使ってください。',
    },
    'ip-not-allowed': {
      meaning: 'キーの許可リストにないアドレスからのリクエストです。',
      action: 'サーバーの送信元アドレスをキーに追加してください。detail にこちらで見えたアドレスがあります。',
    },
    'account-disabled': {
      meaning: 'キーの持ち主のアカウントが停止されています。',
      action: 'オペレーターに連絡してください。',
    },
    'not-found': {
      meaning: 'そのパス、タスク、プロジェクトは存在しないか、あなたのものではありません。',
      action: 'パスと id を確認してください。期限が過ぎた結果もこの回答になります。',
    },
    'method-not-allowed': {
      meaning: 'このパスはこのメソッドを受け付けません。',
      action: '回答の Allow ヘッダーにあるメソッドを使ってください。',
    },
    'not-acceptable': {
      meaning: 'Accept ヘッダーが求める形式は提供されていません。',
      action: 'application/json を指定してください。タスクの結果には text/csv も使えます。',
    },
    'idempotency-conflict': {
      meaning: '同じ Idempotency-Key のリクエストを処理中です。',
      action: '少し待って同じものを再送すると、最初のリクエストの回答が返ります。',
    },
    'task-state': {
      meaning: '終了したタスクの取消など、今の状態ではできない操作です。',
      action: 'まず GET /v1/tasks/{id} で状態を確認してください。',
    },
    'endpoint-disabled': {
      meaning: 'Webhook エンドポイントが無効なため、メッセージは送信されません。',
      action: 'PATCH /v1/webhooks/{id} に `"enabled": true` を送って有効にしてから、再度送信してください。',
    },
    conflict: {
      meaning: '別の要求が変更したか、使用中です。',
      action: '現在の状態を読み取ってから、再度送信してください。',
    },
    'limit-reached': {
      meaning: 'アカウントのリスト、実行中のタスク、または保存ファイルが上限に達しています。',
      action: '不要なものを削除するか、タスクの完了を待つか、上限の引き上げを運営者に依頼してください。',
    },
    'payload-too-large': {
      meaning: '本文が大きすぎるか、番号が 10,000 件を超えています。',
      action: 'ファイル（multipart）で送るか、複数のタスクに分けてください。',
    },
    'unsupported-media-type': {
      meaning: '本文の Content-Type に対応していません。',
      action: 'application/json を使ってください。ファイル付きのタスクには multipart/form-data も使えます。',
    },
    'idempotency-mismatch': {
      meaning: 'この Idempotency-Key は別の本文のリクエストで使用済みです。',
      action: '新しいリクエストには UUID などの新しい Idempotency-Key を使ってください。',
    },
    unprocessable: {
      meaning:
        'リクエストは理解できましたが実行できません。プロジェクトの停止、成り立たない条件、max_price を超える料金などです。',
      action: 'detail と errors に理由があります。修正して送り直してください。',
    },
    'rate-limited': {
      meaning: 'このキーの一分間のリクエストが多すぎます。',
      action: 'Retry-After の秒数だけ待ち、RateLimit ヘッダーに合わせて速度を落としてください。',
    },
    internal: {
      meaning: 'サーバー側の障害で、リクエストが原因ではありません。',
      action:
        '後で再試行してください。Idempotency-Key があれば安全です。続く場合は X-Request-Id をお知らせください。',
    },
    unavailable: {
      meaning: '再起動中など、一時的に応答できません。',
      action: 'Retry-After の秒数（なければ数秒）待って再試行してください。',
    },
  },
};
