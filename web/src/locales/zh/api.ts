/** What the pages of the public API need. */
import { api_docs } from './api-docs';
import { api_info } from './api-info';

export default { api_docs, api_info };
