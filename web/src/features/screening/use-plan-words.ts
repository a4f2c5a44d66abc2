/** Describes a plan in words. */
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/lib/i18n/use-language';
import { useLabels } from '@/lib/screening/labels';
import type { Plan } from '@/lib/screening/plan';
import type { Condition, ProjectCard } from '@/lib/screening/types';

/** Deleted projects are shown by slug. */
export function usePlanNames(plan: Plan, catalogue: readonly ProjectCard[]): readonly string[] {
  return plan.checks.map(({ project }) => catalogue.find(({ slug }) => slug === project)?.name ?? project);
}

/** For example "Only if WhatsApp is Active and the type is Mobile". */
export function useConditionWords(): (condition: Condition | null, names: readonly string[]) => string {
  const { t } = useTranslation();
  const labels = useLabels();
  const language = useLanguage();
  const or = new Intl.ListFormat(language, { type: 'disjunction' });
  return (condition, names) => {
    const parts: string[] = [];
    if (condition && condition.step !== null && condition.statuses.length > 0) {
      parts.push(
        t('screening.condition.answer', {
          name: names[condition.step] ?? '',
          answers: or.format(condition.statuses.map(labels.status)),
        }),
      );
    }
    if (condition && condition.kinds.length > 0) {
      parts.push(t('screening.condition.kind', { kinds: or.format(condition.kinds.map(labels.kind)) }));
    }
    if (condition && condition.countries.length > 0) {
      const countries = or.format(condition.countries.map(labels.country));
      parts.push(t('screening.condition.country', { countries }));
    }
    if (parts.length === 0) return t('screening.condition.always');
    return t('screening.condition.only_if', { what: parts.join(t('screening.condition.and')) });
  };
}
