/** What the pages of screening, lists and tasks need. */
import { lists } from './lists';
import { screening } from './screening';
import { tasks } from './tasks';

export default { lists, screening, tasks };
