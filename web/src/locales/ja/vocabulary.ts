/** The server's codes as text, used by every page that shows results. */
import { words } from './words';

export default { words };
