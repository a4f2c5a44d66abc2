/** Messages that are needed only after login. */
import { dashboard } from './dashboard';
import { menu } from './menu';
import { roles } from './roles';
import { settings } from './settings';
import { shell } from './shell';
import { table } from './table';
import { time } from './time';
import { users } from './users';

export default { dashboard, menu, roles, settings, shell, table, time, users };
