import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useLanguage } from '@/lib/i18n/use-language';
import { callScreening } from '@/lib/screening/calls';
import type { ProjectCard } from '@/lib/screening/types';

/** What can be checked, in the reader's language. */
export function useCatalogue(): UseQueryResult<readonly ProjectCard[]> {
  const language = useLanguage();
  return useQuery({
    queryKey: ['project/catalogue', language],
    queryFn: ({ signal }) => callScreening('project/catalogue', {}, { signal }),
  });
}
