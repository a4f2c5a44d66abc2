import type { MessagesOf } from '../messages';

export const health: MessagesOf<'health'> = {
  description: 'Checks the database, files, channels, payments and queues, and says what to do',
  again: 'Check again',
  findings: 'Findings',
  advice: 'What to do:',
  checked_at: 'Checked at {{moment}}',
  counts: 'Failed: {{failed}} · Warnings: {{warnings}}',
  overall: {
    ok: 'Everything works',
    warning: 'Works, but needs attention',
    failed: 'Some checks failed',
  },
  verdicts: {
    ok: 'OK',
    warning: 'Warning',
    failed: 'Failed',
  },
};
