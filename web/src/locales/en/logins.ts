import type { MessagesOf } from '../messages';

export const logins: MessagesOf<'logins'> = {
  current: 'Active session',
  history: 'Login history',
  began: 'Logged in',
  last_seen: 'Last active',
  ip: 'IP address',
  device: 'Device',
  ended: {
    open: 'Active',
    replaced: 'Logged in elsewhere',
    logged_out: 'Logged out',
    password_changed: 'Password changed',
    ended: 'Ended by an administrator',
    expired: 'Expired',
  },
  none: 'No logins yet',
  unknown_device: 'Unknown device',
};
