import type { MessagesOf } from '../messages';

export const dashboard: MessagesOf<'dashboard'> = {
  greeting: 'Hello, {{name}}',
  description: 'Your account at a glance',
  refresh: 'Refresh the figures',
  figures: {
    balance: 'Balance (points)',
    credit: 'Quota left',
    total_income: 'Total income',
  },
  account: 'Account',
  marked: 'Marked',
  internal: 'Internal account',
  invite_code: 'My invite code',
  copy_code: 'Copy the code',
  copy_link: 'Copy an invitation link',
  invite_hint: 'Whoever registers with it has you as the inviter.',
  quick_links: 'Quick links',
  no_pages: 'Your menu has only the dashboard so far.',
  first_steps: 'Start here',
  steps: {
    points: {
      title: 'Get points',
      text: 'Tasks need points. Top up with USDT at the top right, or ask the operator of this service.',
    },
    password: {
      title: 'Secure the account',
      text: 'Set a password only you know, in the user menu at the top right.',
    },
    invite: {
      title: 'Invite colleagues',
      text: 'Send them your invite code or link and they can register.',
    },
  },
};
