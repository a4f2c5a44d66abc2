import type { MessagesOf } from '../messages';

export const health: MessagesOf<'health'> = {
  description: 'データベース、ファイル、チャネル、支払い、キューを確認し、対処方法を示します',
  again: '再確認',
  findings: '確認結果',
  advice: '対処方法：',
  checked_at: '確認日時：{{moment}}',
  counts: '異常 {{failed}} 件、注意 {{warnings}} 件',
  overall: {
    ok: 'すべて正常です',
    warning: '動作していますが、注意が必要です',
    failed: '問題が見つかりました',
  },
  verdicts: {
    ok: '正常',
    warning: '注意',
    failed: '異常',
  },
};
