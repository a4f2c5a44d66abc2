import { useCatalogue } from '@/lib/screening/use-catalogue';

/** Names of projects. A project that the catalogue does not have keeps its slug. */
export function useProjectNames(): (slug: string) => string {
  const projects = useCatalogue().data ?? [];
  return (slug) => projects.find((project) => project.slug === slug)?.name ?? slug;
}

/** Statuses of these projects, each once. */
export function useStatuses(slugs: readonly string[]): readonly string[] {
  const projects = useCatalogue().data ?? [];
  const statuses = projects.filter(({ slug }) => slugs.includes(slug)).flatMap((project) => project.statuses);
  return [...new Set([...statuses, 'unknown'])];
}
