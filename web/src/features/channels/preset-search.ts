/** Finds presets by text, project, country and price model. */
import type { PresetView } from '@/lib/screening/preset-types';

export interface PresetSearch {
  /** Words that must all occur in the preset, in any order. */
  text: string;
  /** Null means any project. */
  project: string | null;
  /** Null means any country. A preset without countries covers all. */
  country: string | null;
  /** Null means any price model. */
  price: string | null;
}

export function findPresets(
  presets: readonly PresetView[],
  { text, project, country, price }: PresetSearch,
  /** Names of projects and countries, which are searched as well. */
  nameOf: (code: string) => string,
): readonly PresetView[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return presets.filter((preset) => {
    if (project !== null && !preset.projects.includes(project)) return false;
    if (price !== null && preset.price.model !== price) return false;
    const { countries } = preset;
    if (country !== null && countries.length > 0 && !countries.includes(country)) return false;
    const codes = [...preset.projects, ...preset.countries];
    const searched = [preset.provider, preset.product, preset.answers, ...codes, ...codes.map(nameOf)];
    const all = searched.join('\n').toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
