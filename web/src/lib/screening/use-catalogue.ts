import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useLanguage } from '@/lib/i18n/use-language';
import { callScreening } from './calls';
import type { ProjectCard } from './types';

/** What can be checked, in the reader's language. */
export function useCatalogue(): UseQueryResult<readonly ProjectCard[]> {
  const language = useLanguage();
  return useQuery({
    queryKey: ['project/catalogue', language],
    queryFn: ({ signal }) => callScreening('project/catalogue', {}, { signal }),
  });
}

/** Names of projects by their slugs. One that takes no tasks any more goes by its slug. */
export function useProjectName(): (slug: string) => string {
  const { data } = useCatalogue();
  return (slug) => data?.find((project) => project.slug === slug)?.name ?? slug;
}
