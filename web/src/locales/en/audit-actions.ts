import type { MessagesOf } from '../messages';

export const audit_actions: MessagesOf<'audit_actions'> = {
  user: {
    login: 'Logged in',
    logout: 'Logged out',
    register: 'Registered',
    changePwd: 'Changed the password',
    setEnabled: 'Enabled or disabled a user',
    export: 'Exported users',
    switch: 'Switched into an account',
    switchBack: 'Switched back',
    totpEnable: 'Turned on two-factor sign-in',
    totpDisable: 'Turned off two-factor sign-in',
    recoveryCodes: 'Made new recovery codes',
    create: 'Created a user',
    edit: 'Edited a user',
    resetPwd: 'Reset a password',
    endSession: 'Ended a session',
    generateApi: 'Made an API key',
  },
  role: {
    save: 'Saved a role',
    delete: 'Deleted a role',
  },
  invite: {
    create: 'Made an invite code',
    setEnabled: 'Enabled or disabled an invite code',
  },
  notify: {
    send: 'Sent a notification',
  },
  setting: {
    save: 'Changed system settings',
  },
  audit: {
    export: 'Exported the audit log',
  },
  gen_number: {
    generate: 'Generated numbers',
    export: 'Exported generated numbers',
    save: 'Made a list of generated numbers',
    delete: 'Deleted a run of generated numbers',
  },
  project: {
    save: 'Saved a project',
  },
  channel: {
    save: 'Saved a channel',
    remove: 'Deleted a channel',
    test: 'Tested a channel',
    disable: 'Channel disabled by itself',
  },
  task: {
    upload: 'Uploaded a list',
    start: 'Started a task',
    sample: 'Ran a free sample',
    pause: 'Paused a task',
    resume: 'Resumed a task',
    cancel: 'Cancelled a task',
    rename: 'Renamed a task',
    remove: 'Deleted a task',
    rerun: 'Reran unknown numbers',
    export: 'Exported results',
  },
  list: {
    save: 'Saved a list',
    rename: 'Renamed a list',
    remove: 'Deleted a list',
    export: 'Exported a list',
  },
  apiKey: {
    update: 'Changed an API key',
    rotate: 'Rotated an API key',
    revoke: 'Revoked an API key',
  },
  webhook: {
    create: 'Created a webhook endpoint',
    update: 'Changed a webhook endpoint',
    rotate: 'Changed a webhook secret',
    remove: 'Deleted a webhook endpoint',
    test: 'Tested a webhook endpoint',
    replay: 'Sent a webhook message again',
  },
  finance: {
    export: 'Exported financial records',
    exportIncome: 'Exported project income',
    adjust: 'Adjusted a balance',
  },
  recharge: {
    recharge: 'Made a top-up order',
    paid: 'An order was paid',
    late: 'A payment came late',
    verify: 'Named the transaction of an order',
    cancel: 'Cancelled a top-up order',
    export: 'Exported top-up orders',
    setWallet: 'Changed the receiving wallet',
    creditDeposit: 'Credited a deposit',
  },
  privilege_escalation: {
    creditRecharge: 'Made a quota order',
  },
};
