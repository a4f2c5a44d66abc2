/** Messages of the finance and top-up pages. */
import { finance } from './finance';
import { recharge } from './recharge';

export default { finance, recharge };
