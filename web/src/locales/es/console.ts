/** Messages that are needed only after login. */
import { dashboard } from './dashboard';
import { form } from './form';
import { menu } from './menu';
import { roles } from './roles';
import { settings } from './settings';
import { shell } from './shell';
import { table } from './table';
import { time } from './time';
import { users } from './users';
import { words } from './words';

export default { dashboard, form, menu, roles, settings, shell, table, time, users, words };
