import type { MessagesOf } from '../messages';

export const approvals: MessagesOf<'approvals'> = {
  description:
    'もう一人の承認が必要な資金操作です。自分の申請は承認できません。過去 3 日以内に同じ人が作成または変更したアカウントどうしも承認できません。',
  empty: '申請はありません',
  empty_hint:
    '管理者が複数いる場合、残高の調整、入金の計上、ウォレットやノードのアドレス変更がここに表示されます。',
  action: '操作',
  subject: 'アカウント',
  request: '詳細',
  requester: '申請者',
  state: '状態',
  decider: '処理者',
  approve: '承認',
  reject: '却下',
  withdraw: '取り下げ',
  ask: { approve: '{{name}} の申請を承認しますか？', reject: '{{name}} の申請を却下しますか？' },
  ask_text: { approve: 'すぐに実行されます。', reject: '実行されません。再度申請できます。' },
  done: { approve: '承認しました', reject: '却下しました' },
  states: { pending: '承認待ち', approved: '承認済み', rejected: '却下', expired: '期限切れ' },
};
