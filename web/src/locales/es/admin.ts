/** Messages of the pages about people and the installation. */
import { allowances } from './allowances';
import { approvals } from './approvals';
import { audit } from './audit';
import { audit_actions } from './audit-actions';
import { health } from './health';
import { invites } from './invites';
import { logins } from './logins';
import { notify } from './notify';
import { permissions } from './permissions';
import { role_admin } from './role-admin';
import { security } from './security';
import { setup } from './setup';
import { system } from './system';
import { user_admin } from './user-admin';

export default {
  allowances,
  approvals,
  audit,
  audit_actions,
  health,
  invites,
  logins,
  notify,
  permissions,
  role_admin,
  security,
  setup,
  system,
  user_admin,
};
