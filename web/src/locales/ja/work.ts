/** Messages of the screening, list and task pages. */
import { lists } from './lists';
import { screening } from './screening';
import { tasks } from './tasks';

export default { lists, screening, tasks };
