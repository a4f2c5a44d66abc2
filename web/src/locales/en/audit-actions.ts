import type { MessagesOf } from '../messages';

export const audit_actions: MessagesOf<'audit_actions'> = {
  user: {
    login: 'Logged in',
    logout: 'Logged out',
    register: 'Registered',
    changePwd: 'Changed the password',
    setEnabled: 'Enabled or disabled a user',
    export: 'Exported users',
    switch: 'Switched to an account',
    switchBack: 'Switched back',
    totpEnable: 'Turned on two-factor authentication',
    totpDisable: 'Turned off two-factor authentication',
    recoveryCodes: 'Created new recovery codes',
    create: 'Created a user',
    edit: 'Edited a user',
    resetPwd: 'Reset a password',
    endSession: 'Ended a session',
    generateApi: 'Created an API key',
  },
  role: {
    save: 'Saved a role',
    delete: 'Deleted a role',
  },
  invite: {
    create: 'Created an invite code',
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
    save: 'Saved generated numbers as a list',
    delete: 'Deleted a generation run',
  },
  project: {
    save: 'Saved a project',
  },
  channel: {
    save: 'Saved a channel',
    remove: 'Deleted a channel',
    test: 'Tested a channel',
    disable: 'Channel disabled automatically',
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
    update: 'Edited an API key',
    rotate: 'Rotated an API key',
    revoke: 'Revoked an API key',
  },
  webhook: {
    create: 'Created a webhook endpoint',
    update: 'Edited a webhook endpoint',
    rotate: 'Rotated a webhook secret',
    remove: 'Deleted a webhook endpoint',
    test: 'Tested a webhook endpoint',
    replay: 'Resent a webhook message',
  },
  finance: {
    export: 'Exported financial records',
    exportIncome: 'Exported project income',
    adjust: 'Adjusted a balance',
  },
  recharge: {
    recharge: 'Created a top-up order',
    paid: 'Order paid',
    late: 'Late payment received',
    verify: 'Verified a payment by transaction',
    cancel: 'Cancelled a top-up order',
    export: 'Exported top-up orders',
    setWallet: 'Changed the receiving wallet',
    creditDeposit: 'Credited a deposit',
  },
  privilege_escalation: {
    creditRecharge: 'Created a quota order',
  },
};
