/** What the pages of screening, lists and tasks need. */
import { lists } from './lists';
import { screening } from './screening';

export default { lists, screening };
