import type { MessagesOf } from '../messages';

export const setup: MessagesOf<'setup'> = {
  description: 'What to set up first. The server checks each step.',
  list: 'Steps of the setup',
  progress: '{{done}} of {{total}} steps done',
  complete: 'Everything is set up',
  done: 'Done',
  open: 'To do',
  dismiss: 'Hide from the dashboard',
  show: 'Show on the dashboard',
  card: 'Set up your installation',
  next: 'Next:',
  all: 'All steps',
  credit_only: 'No top-ups by customers',
  keep_one: 'Keep {{count}} day',
  keep_other: 'Keep {{count}} days',
  hidden_one: '{{count}} project has no channel. Customers do not see it.',
  hidden_other: '{{count}} projects have no channel. Customers do not see them.',
  steps: {
    brand: {
      title: 'Name and logo',
      text: 'Customers see them on the login page and above the menu.',
      action: 'Open system settings',
    },
    second_factor: {
      title: 'Your second factor',
      text: 'Protect this administrator account with an authenticator app or a passkey.',
      action: 'Open account security',
    },
    payment: {
      title: 'Way to pay',
      text: 'Set a receiving wallet; the server must reach the chain node. Or choose that staff credit all balances.',
      action: 'Open wallet config',
    },
    channel: {
      title: 'First channel',
      text: 'Add and enable a channel to a provider that the server can reach.',
      action: 'Open channel config',
    },
    prices: {
      title: 'Prices',
      text: 'At least one project has a price and a channel that can answer it.',
      action: 'Open project management',
    },
    retention: {
      title: 'Retention',
      text_one: 'Results are deleted after {{count}} day.',
      text_other: 'Results are deleted after {{count}} days.',
      action: 'Open system settings',
    },
    backup: {
      title: 'Backup',
      text: 'Run this command on the server, best every day. The last backup should not be older than 7 days.',
      action: 'Open system health',
    },
  },
};
