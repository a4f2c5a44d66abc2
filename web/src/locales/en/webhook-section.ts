/** What the section of webhooks needs. */
import { webhooks } from './webhooks';

export default { webhooks };
