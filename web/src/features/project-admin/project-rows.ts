/** Rows of the project table, by category, then by menu order, unless sorted by a column. */
import type { TableState } from '@/components/data-table/table-state';
import { pageOf, sortRows } from '@/components/data-table/whole-list';
import { CATEGORIES, type ProjectView } from '@/lib/screening/types';

export const PROJECT_FILTERS = ['search', 'category', 'enabled'] as const;
export const PROJECT_SORTS = ['name', 'enabled', 'usable', 'price'] as const;

export function projectRows(
  projects: readonly ProjectView[],
  { filters, sort, ...state }: TableState,
  language: string,
): { items: readonly ProjectView[]; total: number } {
  const wanted = filters.search?.toLowerCase() ?? '';
  const found = projects
    .filter(({ slug, enabled, details }) => {
      if (filters.category && details.category !== filters.category) return false;
      if (filters.enabled && String(enabled) !== filters.enabled) return false;
      return [slug, ...Object.values(details.names)].some((text) => text.toLowerCase().includes(wanted));
    })
    .toSorted(
      (a, b) =>
        CATEGORIES.indexOf(a.details.category) - CATEGORIES.indexOf(b.details.category) ||
        a.sort - b.sort ||
        (a.slug < b.slug ? -1 : 1),
    );
  const keys = {
    name: (project: ProjectView) => nameIn(project, language),
    enabled: ({ enabled }: ProjectView) => Number(!enabled),
    usable: ({ usable }: ProjectView) => Number(!usable),
    price: ({ details }: ProjectView) => details.price,
  };
  return pageOf(sortRows(found, sort, keys, language), state);
}

/** In the reader's language, else in English. */
export function nameIn({ slug, details }: Pick<ProjectView, 'slug' | 'details'>, language: string): string {
  return details.names[language] ?? details.names.en ?? slug;
}
