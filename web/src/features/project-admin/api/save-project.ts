import { callScreening } from '@/lib/screening/calls';
import type { ProjectView } from '@/lib/screening/types';

/** Version 0 creates a new project. */
export function saveProject(project: Omit<ProjectView, 'usable'>): Promise<ProjectView> {
  const { slug, version, sort, enabled, details } = project;
  return callScreening('project/save', { slug, version, sort, enabled, details });
}
