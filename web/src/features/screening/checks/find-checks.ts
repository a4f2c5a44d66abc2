/** Search in the catalogue. */
import { CATEGORIES, type Category, type ProjectCard } from '@/lib/screening/types';

/** Checks that contain every typed word in their name, slug, description or category. */
export function findChecks(
  projects: readonly ProjectCard[],
  typed: string,
  categoryName: (category: Category) => string,
): readonly ProjectCard[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return projects.filter(({ name, slug, description, category }) => {
    const text = `${name} ${slug} ${description} ${categoryName(category)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export interface Group {
  category: Category | 'favourites';
  projects: readonly ProjectCard[];
}

/** Favourites first, then the rest by category. Each check is in one group. */
export function groupChecks(
  projects: readonly ProjectCard[],
  favourites: ReadonlySet<string>,
): readonly Group[] {
  const rest = projects.filter(({ slug }) => !favourites.has(slug));
  const groups: Group[] = [
    { category: 'favourites', projects: projects.filter(({ slug }) => favourites.has(slug)) },
    ...CATEGORIES.map((category) => ({
      category,
      projects: rest.filter((project) => project.category === category),
    })),
  ];
  return groups.filter((group) => group.projects.length > 0);
}
