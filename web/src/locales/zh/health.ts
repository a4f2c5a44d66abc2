/** The page about the health of the installation. The server writes the findings. */
export const health = {
  description: '检查数据库、文件、通道、付款和队列，并说明如何处理',
  again: '重新检查',
  findings: '检查结果',
  advice: '处理方法：',
  checked_at: '检查时间：{{moment}}',
  counts: '未通过 {{failed}} 项，需要注意 {{warnings}} 项',
  overall: {
    ok: '一切正常',
    warning: '可以运行，但需要注意',
    failed: '有检查未通过',
  },
  verdicts: {
    ok: '正常',
    warning: '注意',
    failed: '未通过',
  },
};
