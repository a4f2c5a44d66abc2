import { MultiSelect, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLabels } from '@/lib/screening/labels';
import type { Condition, ProjectCard } from '@/lib/screening/types';
import { useCountryOptions } from '@/lib/screening/use-country-options';
import classes from './aggregated.module.css';

/** The number types that are common in lists. */
const KINDS = ['mobile', 'fixed_line_or_mobile', 'fixed_line', 'voip', 'toll_free', 'unknown'] as const;
/** Statuses that every check can have. */
const UNKNOWN = 'unknown';

interface Props {
  condition: Condition;
  earlier: readonly string[];
  names: readonly string[];
  catalogue: readonly ProjectCard[];
  onChange: (condition: Condition | null) => void;
}

export function ConditionEditor({ condition, earlier, names, catalogue, onChange }: Props) {
  const { t } = useTranslation();
  const labels = useLabels();
  const countries = useCountryOptions();
  const asked = catalogue.find(({ slug }) => slug === earlier[condition.step ?? -1]);
  const none = t('table.nothing_found');

  function change(part: Partial<Condition>): void {
    const next = { ...condition, ...part };
    const empty = next.step === null && next.kinds.length === 0 && next.countries.length === 0;
    onChange(empty ? null : next);
  }

  return (
    <div className={classes.editor}>
      {earlier.length > 0 ? (
        <NativeSelect
          label={t('screening.condition.step')}
          data={[
            { value: '', label: t('screening.condition.no_step') },
            ...earlier.map((slug, index) => ({ value: String(index), label: names[index] ?? slug })),
          ]}
          value={condition.step === null ? '' : String(condition.step)}
          onChange={(event) => {
            const { value } = event.currentTarget;
            const step = value === '' ? null : Number(value);
            const project = catalogue.find(({ slug }) => slug === earlier[step ?? -1]);
            // Preselect the hit status.
            change({ step, statuses: project ? project.statuses.slice(0, 1) : [] });
          }}
        />
      ) : null}
      {asked ? (
        <MultiSelect
          label={t('screening.condition.statuses')}
          data={[...asked.statuses, UNKNOWN].map((value) => ({ value, label: labels.status(value) }))}
          value={[...condition.statuses]}
          onChange={(statuses) => change({ statuses })}
        />
      ) : null}
      <MultiSelect
        label={t('screening.condition.kinds')}
        placeholder={condition.kinds.length > 0 ? '' : t('screening.condition.any_kind')}
        data={KINDS.map((value) => ({ value, label: labels.kind(value) }))}
        value={[...condition.kinds]}
        onChange={(kinds) => change({ kinds })}
      />
      <MultiSelect
        label={t('screening.condition.countries')}
        placeholder={condition.countries.length > 0 ? '' : t('screening.condition.any_country')}
        data={countries}
        value={[...condition.countries]}
        searchable
        nothingFoundMessage={none}
        onChange={(chosen) => change({ countries: chosen })}
      />
    </div>
  );
}
