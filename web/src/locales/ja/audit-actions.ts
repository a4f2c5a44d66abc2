import type { MessagesOf } from '../messages';

export const audit_actions: MessagesOf<'audit_actions'> = {
  user: {
    login: 'ログイン',
    logout: 'ログアウト',
    register: '登録',
    changePwd: 'パスワードを変更',
    setEnabled: 'ユーザーの有効・無効を変更',
    export: 'ユーザーを出力',
    switch: 'アカウントに切り替え',
    switchBack: '自分のアカウントに戻った',
    totpEnable: '二要素認証を有効化',
    totpDisable: '二要素認証を無効化',
    recoveryCodes: 'リカバリーコードを再作成',
    create: 'ユーザーを作成',
    edit: 'ユーザーを編集',
    resetPwd: 'パスワードを再設定',
    endSession: 'セッションを終了',
    generateApi: 'API キーを作成',
  },
  role: {
    save: 'ロールを保存',
    delete: 'ロールを削除',
  },
  invite: {
    create: '招待コードを作成',
    setEnabled: '招待コードの有効・無効を変更',
  },
  notify: {
    send: '通知を送信',
  },
  setting: {
    save: 'システム設定を変更',
  },
  audit: {
    export: '監査ログを出力',
  },
  gen_number: {
    generate: '番号を生成',
    export: '生成した番号を出力',
    save: '生成した番号をリスト化',
    delete: '生成した番号を削除',
  },
  project: {
    save: 'プロジェクトを保存',
  },
  channel: {
    save: 'チャネルを保存',
    remove: 'チャネルを削除',
    test: 'チャネルをテスト',
    disable: 'チャネルを自動停止',
  },
  task: {
    upload: 'リストをアップロード',
    start: 'タスクを開始',
    sample: '無料サンプルを実行',
    pause: 'タスクを一時停止',
    resume: 'タスクを再開',
    cancel: 'タスクを中止',
    rename: 'タスク名を変更',
    remove: 'タスクを削除',
    rerun: '不明分を再確認',
    export: '結果をエクスポート',
  },
  list: {
    save: 'リストを保存',
    rename: 'リスト名を変更',
    remove: 'リストを削除',
    export: 'リストをエクスポート',
  },
  apiKey: {
    update: 'API キーを変更',
    rotate: 'API キーをローテーション',
    revoke: 'API キーを失効',
  },
  webhook: {
    create: 'Webhook エンドポイントを追加',
    update: 'Webhook エンドポイントを編集',
    rotate: 'Webhook シークレットを変更',
    remove: 'Webhook エンドポイントを削除',
    test: 'Webhook エンドポイントをテスト',
    replay: 'Webhook メッセージを再送',
  },
  finance: {
    export: '財務記録をエクスポート',
    exportIncome: 'プロジェクト収益をエクスポート',
    adjust: '残高を調整',
  },
  recharge: {
    recharge: 'チャージ注文を作成',
    paid: '注文の支払い完了',
    late: '入金の遅延',
    verify: '取引ハッシュを確認',
    cancel: 'チャージ注文を取消',
    export: 'チャージ注文をエクスポート',
    setWallet: '受取ウォレットを変更',
    creditDeposit: '未照合の入金を反映',
  },
  privilege_escalation: {
    creditRecharge: '枠の注文を作成',
  },
};
