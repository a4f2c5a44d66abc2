import { callScreening } from '@/lib/screening/calls';

export const SLUGS_KEY = 'channel/projects';

/** The projects that a channel can be said to serve. */
export async function listSlugs(signal: AbortSignal): Promise<readonly string[]> {
  const projects = await callScreening('project/catalogue', {}, { signal });
  return projects.map(({ slug }) => slug);
}
