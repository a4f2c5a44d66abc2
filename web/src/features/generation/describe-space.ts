/** Describes what a run generated. */
import type { TFunction } from 'i18next';
import type { Space } from './api/spaces';

export function describeSpace(space: Space, countryName: (code: string) => string, t: TFunction): string {
  const words = [
    space.pattern,
    space.country ? countryName(space.country) : null,
    space.kind && space.kind !== 'any' ? t(`generation.kinds.${space.kind}`) : null,
    space.carrier,
    space.prefix ? t('generation.prefix_words', { prefix: space.prefix }) : null,
  ].filter((word) => word);
  return words.length > 0 ? words.join(' · ') : t('generation.whole_world');
}
