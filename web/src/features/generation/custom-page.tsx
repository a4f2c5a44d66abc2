import { Button, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '@/components/page/page-header';
import { SectionCard } from '@/components/page/section-card';
import { useTitle } from '@/lib/i18n/use-title';
import { CountrySelect } from './country-select';
import { GenerateBar } from './generate-bar';
import {
  continued,
  type GenerationForm,
  MOST_SEGMENTS,
  newForm,
  newSegment,
  runRequest,
  type SegmentForm,
  totalOf,
} from './generation-form';
import { RunOptionFields } from './run-option-fields';
import { PatternHelp } from './pattern-help';
import { PreviewCard } from './preview-card';
import { RunHistory } from './run-history';
import { SegmentEditor } from './segment-editor';
import { useFigures } from './use-figures';
import { useGenerate } from './use-generate';
import classes from './generation.module.css';

const FIRST_PATTERN = '+86 138 ???? 88[0-9]8';

export default function CustomPage() {
  const { t } = useTranslation();
  const title = useTitle()('custom_number_generation');
  const [form, setForm] = useState<GenerationForm>(() => newForm({ pattern: FIRST_PATTERN }));
  const { spaces, preview, stale, error } = useFigures(form);
  const generating = useGenerate('custom');
  const { segments } = form;
  const request = runRequest(form, 'custom');
  const change = (over: Partial<GenerationForm>) => setForm({ ...form, ...over });
  const replace = (next: SegmentForm) =>
    change({ segments: segments.map((segment) => (segment.key === next.key ? next : segment)) });
  const country = segments[0]?.space.country ?? null;
  const setPattern = (pattern: string) => {
    const last = segments.at(-1);
    if (last) replace({ ...last, space: { ...last.space, pattern } });
  };
  const add = () => {
    const key = Math.max(0, ...segments.map((segment) => segment.key)) + 1;
    change({ segments: [...segments, newSegment(key, { country, pattern: '' }, 1000)] });
  };
  const ready =
    request !== null &&
    spaces.every((space, index) => {
      const wanted = request.segments[index]?.count ?? 0;
      return space !== undefined && !space.error && wanted <= space.available;
    });
  return (
    <>
      <PageHeader title={title} description={t('generation.custom_hint')} />
      <div className={classes.columns}>
        <SectionCard title={t('generation.segments')}>
          <Stack gap="md">
            {segments.map((segment, index) => (
              <SegmentEditor
                key={segment.key}
                number={index + 1}
                segment={segment}
                figures={spaces[index]}
                stale={stale}
                onChange={replace}
                onRemove={
                  segments.length > 1
                    ? () => change({ segments: segments.filter(({ key }) => key !== segment.key) })
                    : null
                }
              />
            ))}
            <div>
              <Button
                variant="default"
                leftSection={<IconPlus size={16} stroke={1.7} />}
                disabled={segments.length >= MOST_SEGMENTS}
                onClick={add}
              >
                {t('generation.add_segment')}
              </Button>
            </div>
            <CountrySelect
              label={t('generation.default_country')}
              description={t('generation.default_country_hint')}
              clearable
              value={country}
              onChange={(code) =>
                change({
                  segments: segments.map((segment) => ({
                    ...segment,
                    space: { ...segment.space, country: code },
                  })),
                })
              }
            />
            <RunOptionFields options={form} onChange={change} />
            <GenerateBar
              total={totalOf(segments)}
              ready={ready}
              busy={generating.isPending}
              error={generating.error ?? error}
              made={generating.data}
              onGenerate={() => request && generating.mutate(request)}
            />
            {segments.length > 1 ? (
              <Text size="xs" c="dimmed">
                {t('generation.no_repeats')}
              </Text>
            ) : null}
          </Stack>
        </SectionCard>
        <div className={classes.aside}>
          <PatternHelp onTry={setPattern} />
          <PreviewCard numbers={preview} stale={stale} withSegments={segments.length > 1} />
        </div>
      </div>
      <RunHistory page="custom" onContinue={(run) => setForm(continued(run))} />
    </>
  );
}
