/** Messages of the screening, list, lookup and task pages. */
import { lists } from './lists';
import { lookups } from './lookups';
import { screening } from './screening';
import { tasks } from './tasks';

export default { lists, lookups, screening, tasks };
