/** Messages of the webhooks section. */
import { webhooks } from './webhooks';

export default { webhooks };
