import { auth } from './auth';
import { common } from './common';
import { dashboard } from './dashboard';
import { errors } from './errors';
import { menu } from './menu';
import { roles } from './roles';
import { settings } from './settings';
import { shell } from './shell';
import { status } from './status';
import { table } from './table';
import { users } from './users';

export default { auth, common, dashboard, errors, menu, roles, settings, shell, status, table, users };
