/** Messages of the number generators. */
import { generation } from './generation';

export default { generation };
