/** Messages of the screening, list, lookup and task pages. */
import { checks } from './checks';
import { lists } from './lists';
import { lookups } from './lookups';
import { schedules } from './schedules';
import { screening } from './screening';
import { tasks } from './tasks';

export default { checks, lists, lookups, schedules, screening, tasks };
