/** Messages of the pages before login. */
import { auth } from './auth';
import { common } from './common';
import { errors } from './errors';
import { status } from './status';

export default { auth, common, errors, status };
