import { callScreening } from '@/lib/screening/calls';
import type { ProjectView } from '@/lib/screening/types';

export const PROJECTS_KEY = 'project/list';

export function listProjects(signal?: AbortSignal): Promise<readonly ProjectView[]> {
  return callScreening('project/list', {}, signal ? { signal } : {});
}
