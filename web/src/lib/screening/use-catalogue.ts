import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { isStaff } from '@/lib/session/account';
import { useSessionStore } from '@/lib/session/session-store';
import { callScreening } from './calls';
import { offeredTo } from './offered';
import type { ProjectCard } from './types';

/** The language is no part of the key: after a switch, the wizard stays on the screen until the names are there. */
function catalogueOptions() {
  return queryOptions({
    queryKey: ['project/catalogue'],
    queryFn: ({ signal }) => callScreening('project/catalogue', {}, { signal }),
  });
}

/** The enabled projects, in the reader's language. */
export function useCatalogue(): UseQueryResult<readonly ProjectCard[]> {
  return useQuery(catalogueOptions());
}

/** The projects to choose from. Customers do not see those that nobody can answer; staff see them marked. */
export function useOffered(): (projects: readonly ProjectCard[]) => readonly ProjectCard[] {
  const staff = useSessionStore(({ user }) => user !== null && isStaff(user));
  return (projects) => offeredTo(staff, projects);
}

/** Project names by slug. Projects that no longer accept tasks are shown by slug. */
export function useProjectName(): (slug: string) => string {
  const { data } = useCatalogue();
  return (slug) => data?.find((project) => project.slug === slug)?.name ?? slug;
}
