/** Messages of project and channel management. */
import { channels } from './channels';
import { project_admin } from './project-admin';

export default { channels, project_admin };
