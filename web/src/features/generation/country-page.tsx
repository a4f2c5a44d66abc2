import { Alert, Select, Stack, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '@/components/page/page-header';
import { SectionCard } from '@/components/page/section-card';
import type { Language } from '@/config/constants';
import { useLanguage } from '@/lib/i18n/use-language';
import { useTitle } from '@/lib/i18n/use-title';
import { type Choices, choicesOptions, type Space } from './api/spaces';
import { CountField } from './count-field';
import { CountrySelect } from './country-select';
import { FiguresCard } from './figures-card';
import { GenerateBar } from './generate-bar';
import { continued, type GenerationForm, newForm, runRequest, totalOf } from './generation-form';
import { RunOptionFields } from './run-option-fields';
import { PreviewCard } from './preview-card';
import { RunHistory } from './run-history';
import { useFigures } from './use-figures';
import { useGenerate } from './use-generate';
import { useFormat } from './use-format';
import classes from './generation.module.css';

/** Initial settings, so that the page shows something immediately. */
const FIRST: Record<Language, Partial<Space>> = {
  zh: { country: 'CN', kind: 'mobile' },
  en: { country: 'GB', kind: 'mobile' },
  es: { country: 'ES', kind: 'mobile' },
  ja: { country: 'JP', kind: 'mobile' },
};

export default function CountryPage() {
  const { t } = useTranslation();
  const title = useTitle()('country_number_generation');
  const language = useLanguage();
  const [form, setForm] = useState<GenerationForm>(() => newForm(FIRST[language]));
  const { spaces, preview, stale, error } = useFigures(form);
  const generating = useGenerate('country');
  const [segment] = form.segments;
  const space = spaces[0];
  const request = runRequest(form, 'country');
  const change = (over: Partial<GenerationForm>) => setForm({ ...form, ...over });
  const changeSegment = (over: Partial<typeof segment>) => {
    if (segment) change({ segments: [{ ...segment, ...over }] });
  };
  if (!segment) return null;
  const total = totalOf(form.segments);
  return (
    <>
      <PageHeader title={title} description={t('generation.country_hint')} />
      <div className={classes.columns}>
        <SectionCard title={t('generation.ask')}>
          <Stack gap="md">
            <SpaceFields
              space={segment.space}
              faults={space?.error ? { [space.error.field]: space.error.message } : {}}
              onChange={(next) => changeSegment({ space: next })}
            />
            <CountField
              count={segment.count}
              available={space && !space.error ? space.available : undefined}
              onChange={(count) => changeSegment({ count })}
            />
            <RunOptionFields options={form} onChange={change} />
            <GenerateBar
              total={total}
              ready={request !== null && space !== undefined && !space.error && total <= space.available}
              busy={generating.isPending}
              error={generating.error ?? error}
              made={generating.data}
              onGenerate={() => request && generating.mutate(request)}
            />
          </Stack>
        </SectionCard>
        <div className={classes.aside}>
          <div className={classes.first}>
            <FiguresCard space={space} stale={stale} />
          </div>
          <PreviewCard numbers={preview} stale={stale} />
        </div>
      </div>
      <RunHistory page="country" onContinue={(run) => setForm(continued(run))} />
    </>
  );
}

interface SpaceFieldsProps {
  space: Space;
  faults: Readonly<Record<string, string>>;
  onChange: (space: Space) => void;
}

function SpaceFields({ space, faults, onChange }: SpaceFieldsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  const { data } = useQuery({
    ...choicesOptions(language, space.country),
    enabled: space.country !== null,
  });
  // The kind stays when the country changes, unless the numbering plan of the new one does not know it.
  const unknown = data !== undefined && !data.kinds.some(({ kind }) => kind === space.kind);
  const forgetKind = useEffectEvent(() => onChange({ ...space, kind: 'any' }));
  useEffect(() => {
    if (unknown) forgetKind();
  }, [unknown]);
  return (
    <>
      <CountrySelect
        label={t('generation.country')}
        value={space.country}
        error={faults.country}
        onChange={(country) => onChange({ ...space, country, carrier: null, prefix: null })}
      />
      <MobileHint choices={data} />
      <div className={classes.pair}>
        <Select
          label={t('generation.kind')}
          allowDeselect={false}
          value={space.kind}
          error={faults.kind ?? null}
          onChange={(kind) => onChange({ ...space, kind: kind ?? 'any' })}
          data={(data?.kinds ?? [{ kind: space.kind, count: null }]).map(({ kind, count }) => ({
            value: kind,
            label:
              count === null
                ? t(`generation.kinds.${kind}`)
                : t('generation.with_count', { name: t(`generation.kinds.${kind}`), n: format(count) }),
          }))}
        />
        <Select
          label={t('generation.carrier')}
          searchable
          clearable
          placeholder={t('generation.any_carrier')}
          nothingFoundMessage={t('generation.no_carrier')}
          value={space.carrier}
          error={faults.carrier ?? null}
          disabled={data?.carriers.length === 0}
          onChange={(carrier) => onChange({ ...space, carrier })}
          data={(data?.carriers ?? []).map(({ name, label, count }) => ({
            value: name,
            label: t('generation.with_count', { name: label, n: format(count) }),
          }))}
          clearButtonProps={{ 'aria-label': t('generation.clear') }}
        />
      </div>
      <TextInput
        label={t('generation.prefix')}
        description={t('generation.prefix_hint')}
        inputMode="tel"
        autoComplete="off"
        value={space.prefix ?? ''}
        error={faults.prefix ?? null}
        onChange={({ currentTarget }) => onChange({ ...space, prefix: currentTarget.value || null })}
      />
    </>
  );
}

/** Explains why mobile numbers cannot be selected in some countries. */
function MobileHint({ choices }: { choices: Choices | undefined }) {
  const { t } = useTranslation();
  const tells = choices?.tells_mobile;
  if (tells !== 'no' && tells !== 'partly') return null;
  return (
    <Alert color="blue" p="xs" icon={<IconInfoCircle size={18} stroke={1.6} />}>
      {t(`generation.tells_mobile.${tells}`)}
    </Alert>
  );
}
