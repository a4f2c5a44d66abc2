import type { MessagesOf } from '../messages';

export const approvals: MessagesOf<'approvals'> = {
  description:
    'Actions on money that need a second person. Nobody approves their own. Accounts that one person has created or changed in the last 3 days do not approve each other.',
  empty: 'No requests',
  empty_hint:
    'Balance adjustments, credited deposits and new wallet or node addresses appear here if there is more than one administrator.',
  action: 'Action',
  subject: 'Account',
  request: 'Details',
  requester: 'Requested by',
  state: 'State',
  decider: 'Decided by',
  approve: 'Approve',
  reject: 'Reject',
  withdraw: 'Withdraw',
  ask: { approve: 'Approve the request of {{name}}?', reject: 'Reject the request of {{name}}?' },
  ask_text: {
    approve: 'It is carried out immediately.',
    reject: 'It is not carried out. It can be requested again.',
  },
  done: { approve: 'Approved', reject: 'Rejected' },
  states: { pending: 'Waiting', approved: 'Approved', rejected: 'Rejected', expired: 'Expired' },
};
