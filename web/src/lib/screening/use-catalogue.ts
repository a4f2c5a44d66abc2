import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useLanguage } from '@/lib/i18n/use-language';
import { callScreening } from './calls';
import type { ProjectCard } from './types';

/** Projects that can be checked, in the reader's language. */
export function useCatalogue(): UseQueryResult<readonly ProjectCard[]> {
  const language = useLanguage();
  return useQuery({
    queryKey: ['project/catalogue', language],
    queryFn: ({ signal }) => callScreening('project/catalogue', {}, { signal }),
  });
}

/** Project names by slug. Projects that no longer accept tasks are shown by slug. */
export function useProjectName(): (slug: string) => string {
  const { data } = useCatalogue();
  return (slug) => data?.find((project) => project.slug === slug)?.name ?? slug;
}
