/** The server's words, read by every page that shows results. */
import { words } from './words';

export default { words };
