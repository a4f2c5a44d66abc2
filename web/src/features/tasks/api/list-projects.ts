import { callScreening } from '@/lib/screening/calls';
import type { ProjectCard } from '@/lib/screening/types';

export const CATALOGUE_KEY = 'project/catalogue';

export function listProjects(signal: AbortSignal): Promise<readonly ProjectCard[]> {
  return callScreening('project/catalogue', {}, { signal });
}
