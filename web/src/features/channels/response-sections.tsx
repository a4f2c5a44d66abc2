/** How responses are handled: mapping to results, classification, limits. */
import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Input,
  NativeSelect,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { AlsoFields } from './also-fields';
import { ACTIONS, COST_PER, MATCH_BY } from './config';
import { NumberField, SelectField, TagsField, TextField } from './fields';
import type { SectionProps } from './request-sections';
import { PairsField } from './pairs-field';
import { type CaseDraft, caseDraft, classifyDraft, mapDraft } from './rule-draft';
import { AddRule, ORDER, Rule, RuleProjects } from './rule-list';
import { useStatuses } from './use-project-names';
import classes from './channels.module.css';

/** Fields of an answer that presets use; `status` is the one that every channel needs. */
const FIELDS = ['status', 'carrier', 'country', 'mcc', 'mnc', 'ported', 'roaming', 'line_type', 'score'];

export function AnswerSection({ form, locked }: SectionProps) {
  const { t } = useTranslation();
  const shared = { form, locked };
  const { csv, match, map, checks } = form.getValues();
  const suggestions = useId();
  const statuses = useStatuses(checks);
  return (
    <>
      <Suggestions id={`${suggestions}-fields`} values={FIELDS} />
      <Suggestions id={`${suggestions}-statuses`} values={statuses} />
      <Checkbox
        mb="sm"
        label={t('channels.fields.csv')}
        description={t('channels.hints.csv')}
        disabled={locked}
        {...form.getInputProps('csv.on', { type: 'checkbox' })}
      />
      <div className={classes.grid}>
        {csv.on ? (
          <>
            <TextField {...shared} path="csv.separator" />
            <TagsField {...shared} path="csv.columns" />
          </>
        ) : null}
        <TextField {...shared} path="items" />
        <SelectField
          {...shared}
          path="match.by"
          data={MATCH_BY.map((value) => ({ value, label: t(`channels.matches.${value}`) }))}
        />
        {match.by === 'order' ? null : <TextField {...shared} path="match.key" />}
      </div>
      <AlsoFields {...shared} statuses={`${suggestions}-statuses`} />
      <Text c="dimmed" size="xs" mt="md" mb={8}>
        {map.length === 0 ? t('channels.map.empty') : t('channels.rule.first_wins')}
      </Text>
      {map.map((_, row) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Rule key={row} {...shared} list="map" row={row}>
          <div className={classes.grid}>
            <TextInput
              label={t('channels.map.to')}
              list={`${suggestions}-fields`}
              disabled={locked}
              {...form.getInputProps(`map.${row}.to`)}
            />
            <TextInput
              label={t('channels.map.path')}
              disabled={locked}
              {...form.getInputProps(`map.${row}.path`)}
            />
            <TextInput
              label={t('channels.map.default')}
              list={`${suggestions}-statuses`}
              disabled={locked}
              {...form.getInputProps(`map.${row}.default`)}
            />
          </div>
          <RuleProjects {...shared} path={`map.${row}.projects`} />
          <PairsField
            {...shared}
            path={`map.${row}.values`}
            label={t('channels.map.values')}
            nameLabel={t('channels.map.theirs')}
            valueLabel={t('channels.map.ours')}
            suggestions={`${suggestions}-statuses`}
          />
          <CasesField {...shared} row={row} />
          <Checkbox
            label={t('channels.rule.ignore_case')}
            disabled={locked}
            {...form.getInputProps(`map.${row}.ignore_case`, { type: 'checkbox' })}
          />
        </Rule>
      ))}
      <AddRule {...shared} onAdd={() => form.insertListItem('map', mapDraft({}))} />
    </>
  );
}

/** Offered while typing; other values are allowed. */
function Suggestions({ id, values }: { id: string; values: readonly string[] }) {
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value}>
          {value}
        </option>
      ))}
    </datalist>
  );
}

export function RulesSection({ form, locked }: SectionProps) {
  const { t } = useTranslation();
  const shared = { form, locked };
  const { classify } = form.getValues();
  return (
    <>
      <Text c="dimmed" size="xs" mb={8}>
        {classify.length === 0 ? t('channels.classify.empty') : t('channels.rule.first_wins')}
      </Text>
      {classify.map((_, row) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Rule key={row} {...shared} list="classify" row={row}>
          <div className={classes.grid}>
            {CONDITIONS.map((name) => (
              <TextInput
                key={name}
                label={t(`channels.classify.${name}`)}
                disabled={locked}
                {...form.getInputProps(`classify.${row}.${name}`)}
              />
            ))}
            <NativeSelect
              label={t('channels.classify.action')}
              disabled={locked}
              data={ACTIONS.map((value) => ({ value, label: t(`channels.actions.${value}`) }))}
              {...form.getInputProps(`classify.${row}.action`)}
            />
            <TagsInput
              label={t('channels.classify.in')}
              description={t('channels.classify.in_hint')}
              inputWrapperOrder={ORDER}
              disabled={locked}
              acceptValueOnBlur
              {...form.getInputProps(`classify.${row}.in`)}
            />
            <RuleProjects {...shared} path={`classify.${row}.projects`} />
          </div>
          <Group gap="lg">
            <Checkbox
              label={t('channels.rule.ignore_case')}
              disabled={locked}
              {...form.getInputProps(`classify.${row}.ignore_case`, { type: 'checkbox' })}
            />
            <Checkbox
              label={t('channels.classify.free')}
              disabled={locked}
              {...form.getInputProps(`classify.${row}.free`, { type: 'checkbox' })}
            />
          </Group>
        </Rule>
      ))}
      <AddRule
        {...shared}
        onAdd={() => form.insertListItem('classify', classifyDraft({ action: 'throttle' }))}
      />
    </>
  );
}

/** The text fields of a rule. */
const CONDITIONS = [
  'http',
  'path',
  'header',
  'equals',
  'at_least',
  'at_most',
  'matches',
  'wait',
  'wait_header',
  'status',
] as const;

/** Ranges and patterns of a rule. */
function CasesField({ form, locked, row }: SectionProps & { row: number }) {
  const { t } = useTranslation();
  const path = `map.${row}.cases`;
  const label = t('channels.map.cases');
  const { value = [], error }: { value?: readonly CaseDraft[]; error?: string } = form.getInputProps(path);
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      <div className={classes.pairs}>
        {value.map((_, at) => (
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} className={classes.case}>
            {(['at_least', 'at_most', 'matches', 'is'] as const).map((name) => (
              <TextInput
                key={name}
                aria-label={`${label}: ${t(`channels.map.case_${name}`)} ${at + 1}`}
                placeholder={t(`channels.map.case_${name}`)}
                autoComplete="off"
                disabled={locked}
                {...form.getInputProps(`${path}.${at}.${name}`)}
              />
            ))}
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={locked}
              aria-label={`${label}: ${t('channels.pair.remove', { row: at + 1 })}`}
              onClick={() => form.removeListItem(path, at)}
            >
              <IconX size={15} stroke={1.7} />
            </ActionIcon>
          </div>
        ))}
        {locked ? null : (
          <Button
            variant="subtle"
            size="compact-sm"
            w="max-content"
            leftSection={<IconPlus size={14} stroke={1.7} />}
            onClick={() => form.insertListItem(path, caseDraft({}))}
          >
            {t('channels.map.add_case')}
          </Button>
        )}
      </div>
    </Input.Wrapper>
  );
}

const GROUPS = [
  { name: 'limit', fields: ['rps', 'burst', 'concurrency', 'per_minute', 'per_day', 'per_month'] },
  { name: 'retry', fields: ['max', 'base_ms', 'cap_ms'] },
  { name: 'breaker', fields: ['failures', 'rate', 'window_s', 'open_s'] },
  { name: 'answer', fields: ['max_bytes', 'timeout_ms', 'max_depth'] },
] as const;

export function LimitsSection({ form, locked }: SectionProps) {
  const { t } = useTranslation();
  const shared = { form, locked };
  return (
    <>
      {GROUPS.map(({ name, fields }) => (
        <fieldset key={name} className={classes.group}>
          <legend>{t(`channels.groups.${name}`)}</legend>
          <div className={classes.grid}>
            {fields.map((field) => (
              <NumberField key={field} {...shared} path={`${name}.${field}`} />
            ))}
          </div>
          {name === 'retry' ? (
            <Checkbox
              mt="sm"
              label={t('channels.fields.retry_on_timeout')}
              description={t('channels.hints.retry_on_timeout')}
              disabled={locked}
              {...form.getInputProps('retry.on_timeout', { type: 'checkbox' })}
            />
          ) : null}
        </fieldset>
      ))}
      <fieldset className={classes.group}>
        <legend>{t('channels.groups.cost')}</legend>
        <div className={classes.grid}>
          <SelectField
            {...shared}
            path="cost.per"
            data={COST_PER.map((value) => ({ value, label: t(`channels.costs.${value}`) }))}
          />
          <TextField {...shared} path="cost.points" inputMode="decimal" />
          <TextField {...shared} path="cost.path" />
        </div>
      </fieldset>
    </>
  );
}
