import { Checkbox, NumberInput, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '@/components/page/section-card';
import { NAME_MAX_CHARS } from '@/config/constants';
import type { ListView } from '@/lib/screening/list-types';
import { FRESHNESS_MAX_DAYS } from '@/config/constants';
import { type Draft, type NamedDraft, type Problem, PURPOSE_MAX_CHARS } from './draft';

interface Props {
  list: ListView;
  draft: NamedDraft;
  onDraft: (change: Partial<Draft>) => void;
  problems: readonly Problem[];
  /** Field errors from the server. */
  refused: Readonly<Record<string, string>>;
}

export function OptionsForm({ list, draft, onDraft, problems, refused }: Props) {
  const { t } = useTranslation();
  const errorOf = (field: Problem): string | undefined =>
    problems.includes(field) ? t(`screening.options.problems.${field}`) : refused[field];
  return (
    <SectionCard title={t('screening.options.title')}>
      <Stack gap="md">
        <TextInput
          label={t('screening.options.name')}
          maxLength={NAME_MAX_CHARS}
          required
          value={draft.name}
          error={errorOf('name')}
          onChange={(event) => onDraft({ name: event.currentTarget.value })}
        />
        <Textarea
          label={t('screening.options.purpose')}
          description={t('screening.options.purpose_hint')}
          placeholder={t('screening.options.purpose_example')}
          maxLength={PURPOSE_MAX_CHARS}
          required
          autosize
          minRows={2}
          maxRows={6}
          value={draft.purpose}
          error={errorOf('purpose')}
          onChange={(event) => onDraft({ purpose: event.currentTarget.value })}
        />
        <Checkbox
          label={t('screening.options.confirmed')}
          checked={draft.confirmed_for === list.id}
          error={errorOf('confirmed')}
          aria-invalid={errorOf('confirmed') ? true : undefined}
          onChange={(event) => onDraft({ confirmed_for: event.currentTarget.checked ? list.id : null })}
        />
        <Switch
          label={t('screening.options.limit_unknown')}
          description={t('screening.options.limit_hint')}
          checked={draft.limit_unknown}
          onChange={(event) => onDraft({ limit_unknown: event.currentTarget.checked })}
        />
        {draft.limit_unknown ? (
          <NumberInput
            label={t('screening.options.error_threshold')}
            w={220}
            min={1}
            max={100}
            allowDecimal={false}
            suffix="%"
            value={draft.error_threshold}
            error={errorOf('error_threshold')}
            onChange={(value) => onDraft({ error_threshold: Number(value) })}
          />
        ) : null}
        <NumberInput
          label={t('screening.options.freshness_days')}
          description={t('screening.options.freshness_hint')}
          maw={420}
          min={0}
          max={FRESHNESS_MAX_DAYS}
          allowDecimal={false}
          value={draft.freshness_days}
          error={errorOf('freshness_days')}
          onChange={(value) => onDraft({ freshness_days: Number(value) })}
        />
      </Stack>
    </SectionCard>
  );
}
