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
    delete: 'Deleted a run of generated numbers',
  },
};
