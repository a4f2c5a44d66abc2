/** What the number generators need. */
import { generation } from './generation';

export default { generation };
