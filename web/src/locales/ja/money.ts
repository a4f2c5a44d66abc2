/** What the pages and the dialog of money need. */
import { finance } from './finance';
import { recharge } from './recharge';

export default { finance, recharge };
