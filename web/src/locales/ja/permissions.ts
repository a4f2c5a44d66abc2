import type { MessagesOf } from '../messages';

export const permissions: MessagesOf<'permissions'> = {
  modules: {
    user: 'ユーザー管理',
    role: 'ロール',
    invite: '招待コード',
    notify: '通知',
    approval: '承認',
    audit: '監査ログ',
    setting: 'システム設定',
    system: '状態と初期設定',
    recharge: 'チャージ',
    finance: '財務',
    privilege_escalation: '枠のチャージ',
    project: 'プロジェクト',
    channel: 'API チャネル',
    wallet: '受取ウォレット',
    task: 'タスク',
    lookup: '照会',
    list: 'リスト',
    gen_number: '番号生成',
  },
  names: {
    user: {
      list: 'ユーザーの閲覧',
      create: 'ユーザーの作成',
      edit: 'ユーザーの編集・有効化・無効化',
      resetPwd: 'パスワードの再設定',
      apiKeys: '顧客の API キーの表示と失効',
      endSession: 'セッションの終了',
      switch: 'アカウントの切り替え',
      getApiInfo: 'API キー、利用状況、Webhook の表示',
      generateApi: 'API キーと Webhook の作成・変更・失効',
    },
    role: {
      list: 'ロールの閲覧',
      edit: 'ロールの作成・編集・削除',
    },
    invite: {
      list: '招待コードの閲覧',
      edit: '招待コードの作成・無効化',
    },
    notify: {
      manage: '送信済み通知の閲覧',
      send: '通知の送信',
    },
    approval: {
      list: '他の人の操作の承認と却下',
    },
    audit: {
      list: '監査ログの閲覧',
    },
    setting: {
      edit: 'システム設定の変更',
    },
    system: {
      health: 'システムの状態の確認',
      setup: '初期設定ガイドの表示と非表示',
    },
    recharge: {
      list: 'チャージ注文の閲覧',
      recharge: 'チャージ注文の作成',
      query: '注文状態の照会',
      verify: '取引による支払い確認',
      cancel: '注文の取消',
      getWallet: '受取ウォレットの閲覧',
      setWallet: '受取ウォレットの変更',
      deposits: '入金の閲覧',
      creditDeposit: '入金の手動反映',
    },
    finance: {
      list: '財務記録の閲覧',
      credit: '枠の記録の閲覧',
      income: 'プロジェクト収益の閲覧',
      adjust: '残高の調整',
    },
    privilege_escalation: {
      creditRecharge: '枠の注文の作成',
      getCreditRechargeList: '枠の注文の閲覧',
      getDeductList: '枠の利用の閲覧',
    },
    gen_number: {
      list: '件数・プレビュー・履歴の閲覧',
      generate: '生成と削除',
    },
    project: {
      list: 'プロジェクト管理を見る',
      edit: 'プロジェクトの編集・有効化・無効化',
    },
    channel: {
      list: 'API チャネルを見る',
      edit: 'チャネルの編集・テスト・無効化',
    },
    task: {
      list: 'タスクと結果を見る',
      create: 'リストのアップロードとタスクの開始',
      edit: 'タスクの一時停止・中止・名前変更・削除',
      export: '結果のエクスポート',
    },
    lookup: {
      list: '照会を表示',
      create: 'コンソールで番号を照会',
    },
    list: {
      list: 'リストを見る',
      edit: 'リストの保存・名前変更・削除',
      global: '全体の配信停止リストの管理',
    },
  },
};
