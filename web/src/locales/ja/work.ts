/** Messages of the screening, list, lookup and task pages. */
import { checks } from './checks';
import { lists } from './lists';
import { lookups } from './lookups';
import { notes } from './notes';
import { schedules } from './schedules';
import { screening } from './screening';
import { sharing } from './sharing';
import { tasks } from './tasks';

export default { checks, lists, lookups, notes, schedules, screening, sharing, tasks };
