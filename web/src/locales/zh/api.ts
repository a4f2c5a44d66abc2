/** Messages of the public API pages. */
import { api_docs } from './api-docs';
import { api_info } from './api-info';
import { webhooks } from './webhooks';

export default { api_docs, api_info, webhooks };
