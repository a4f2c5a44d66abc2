/** The tabs of the project form. */
import {
  ActionIcon,
  Fieldset,
  Input,
  MultiSelect,
  NativeSelect,
  NumberInput,
  Select,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconArrowUp, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES, LANGUAGES } from '@/config/constants';
import { useLabels } from '@/lib/screening/labels';
import { ANSWERERS, CATEGORIES } from '@/lib/screening/types';
import { useCountryOptions } from '@/lib/screening/use-country-options';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { channelNamesOptions } from './api/list-channel-names';
import { RoutingFields } from './routing-fields';
import { CHUNK_SIZES, type CountryPrice, type ProjectValues } from './project-form';
import classes from './project-admin.module.css';

/** Hints below the fields keep adjacent fields aligned. */
const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

interface PanelProps {
  form: UseFormReturnType<ProjectValues>;
  locked: boolean;
  isNew: boolean;
}

export function TextsTab({ form, locked, isNew }: PanelProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  return (
    <>
      <div className={classes.grid}>
        <TextInput
          label={t('project_admin.fields.slug')}
          inputWrapperOrder={ORDER}
          description={t('project_admin.slug_hint')}
          disabled={locked || !isNew}
          autoComplete="off"
          {...form.getInputProps('slug')}
        />
        <NativeSelect
          label={t('project_admin.fields.category')}
          disabled={locked}
          data={CATEGORIES.map((value) => ({ value, label: labels.category(value) }))}
          {...form.getInputProps('category')}
        />
        <TextInput
          label={t('project_admin.fields.icon')}
          disabled={locked}
          autoComplete="off"
          {...form.getInputProps('icon')}
        />
        <NumberInput
          label={t('project_admin.fields.sort')}
          disabled={locked}
          min={0}
          allowDecimal={false}
          hideControls
          {...form.getInputProps('sort')}
        />
        <Switch
          label={t('project_admin.fields.enabled')}
          disabled={locked}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
      </div>
      <Text c="dimmed" size="xs" mt="md" mb={8}>
        {t('project_admin.hints.names')}
      </Text>
      <div className={classes.languages}>
        {LANGUAGES.map((language) => (
          <Fieldset key={language} legend={LANGUAGE_NAMES[language]} disabled={locked}>
            <TextInput
              label={t('project_admin.fields.names')}
              maxLength={60}
              required={language === 'en'}
              {...form.getInputProps(`names.${language}`)}
            />
            <Textarea
              mt={8}
              label={t('project_admin.fields.descriptions')}
              maxLength={500}
              autosize
              minRows={2}
              {...form.getInputProps(`descriptions.${language}`)}
            />
          </Fieldset>
        ))}
      </div>
    </>
  );
}

export function PricesTab({ form, locked }: PanelProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { country_prices: prices } = form.getValues();
  const left = useCountryOptions().filter(({ value }) => !prices.some(({ country }) => country === value));
  return (
    <div className={classes.grid}>
      <TextInput
        className={classes.wide ?? ''}
        label={t('project_admin.fields.price')}
        inputWrapperOrder={ORDER}
        description={t('project_admin.hints.price')}
        inputMode="decimal"
        maw={320}
        disabled={locked}
        {...form.getInputProps('price')}
      />
      <Input.Wrapper
        className={classes.wide ?? ''}
        label={t('project_admin.fields.country_prices')}
        labelElement="div"
        inputWrapperOrder={ORDER}
        description={t('project_admin.hints.country_prices')}
        error={form.errors.country_prices}
      >
        <ul className={classes.rows}>
          {prices.map(({ country }, row) => {
            const name = labels.country(country);
            return (
              <li key={country}>
                <span>
                  {name} ({country})
                </span>
                <TextInput
                  aria-label={t('project_admin.price_of', { country: name })}
                  inputMode="decimal"
                  disabled={locked}
                  {...form.getInputProps(`country_prices.${row}.price`)}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  disabled={locked}
                  aria-label={t('project_admin.remove_country', { country: name })}
                  onClick={() => form.removeListItem('country_prices', row)}
                >
                  <IconX size={15} stroke={1.7} />
                </ActionIcon>
              </li>
            );
          })}
        </ul>
        {locked ? null : (
          <Select
            aria-label={t('project_admin.add_country')}
            placeholder={t('project_admin.add_country')}
            maw={320}
            searchable
            data={left}
            value={null}
            onChange={(country) => {
              if (!country) return;
              const row: CountryPrice = { country, price: form.getValues().price };
              form.insertListItem('country_prices', row);
            }}
          />
        )}
      </Input.Wrapper>
    </div>
  );
}

export function LimitsTab({ form, locked }: PanelProps) {
  const { t } = useTranslation();
  const countries = useCountryOptions();
  return (
    <div className={classes.grid}>
      {(['min_numbers', 'max_numbers'] as const).map((name) => (
        <NumberInput
          key={name}
          label={t(`project_admin.fields.${name}`)}
          disabled={locked}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          {...form.getInputProps(name)}
        />
      ))}
      <NativeSelect
        label={t('project_admin.fields.chunk_size')}
        inputWrapperOrder={ORDER}
        description={t('project_admin.hints.chunk_size')}
        disabled={locked}
        data={CHUNK_SIZES.map(String)}
        {...form.getInputProps('chunk_size')}
      />
      <MultiSelect
        className={classes.wide ?? ''}
        label={t('project_admin.fields.countries')}
        inputWrapperOrder={ORDER}
        description={t('project_admin.hints.countries')}
        disabled={locked}
        data={countries}
        searchable
        clearable
        {...form.getInputProps('countries')}
      />
    </div>
  );
}

export function AnswersTab({ form, locked }: PanelProps) {
  const { t } = useTranslation();
  const { answerer, inputs } = form.getValues();
  return (
    <div className={classes.grid}>
      <NativeSelect
        label={t('project_admin.fields.answerer')}
        disabled={locked}
        data={ANSWERERS.map((value) => ({ value, label: t(`project_admin.answerers.${value}`) }))}
        {...form.getInputProps('answerer')}
      />
      <TagsInput
        className={classes.wide ?? ''}
        label={t('project_admin.fields.statuses')}
        inputWrapperOrder={ORDER}
        description={t('project_admin.hints.statuses')}
        disabled={locked}
        splitChars={[',', ' ']}
        acceptValueOnBlur
        {...form.getInputProps('statuses')}
      />
      {inputs.map(({ name }, row) => (
        <TagsInput
          key={name}
          className={classes.wide ?? ''}
          label={t('project_admin.fields.inputs', { name })}
          inputWrapperOrder={ORDER}
          description={t('project_admin.hints.inputs')}
          disabled={locked}
          splitChars={[',']}
          acceptValueOnBlur
          {...form.getInputProps(`inputs.${row}.columns`)}
        />
      ))}
      {answerer === 'channels' ? (
        <>
          <ChannelOrder form={form} locked={locked} />
          <RoutingFields form={form} locked={locked} />
        </>
      ) : null}
    </div>
  );
}

/** Channels are tried from top to bottom. */
function ChannelOrder({ form, locked }: Omit<PanelProps, 'isNew'>) {
  const { t } = useTranslation();
  const maySee = useHasPermission()('channel/list');
  const names = useQuery({ ...channelNamesOptions(), enabled: maySee });
  const { channels } = form.getValues();
  const left = (names.data ?? []).filter((name) => !channels.includes(name));
  return (
    <Input.Wrapper
      className={classes.wide ?? ''}
      label={t('project_admin.fields.channels')}
      labelElement="div"
      inputWrapperOrder={ORDER}
      description={t('project_admin.hints.channels')}
      error={form.errors.channels}
    >
      {channels.length === 0 ? <Text my={6}>{t('project_admin.all_channels')}</Text> : null}
      <ol className={classes.order}>
        {channels.map((name, row) => (
          <li key={name}>
            <span>{name}</span>
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={locked || row === 0}
              aria-label={t('project_admin.channel_up', { name })}
              onClick={() => form.reorderListItem('channels', { from: row, to: row - 1 })}
            >
              <IconArrowUp size={15} stroke={1.7} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={locked}
              aria-label={t('project_admin.channel_remove', { name })}
              onClick={() => form.removeListItem('channels', row)}
            >
              <IconX size={15} stroke={1.7} />
            </ActionIcon>
          </li>
        ))}
      </ol>
      {locked || left.length === 0 ? null : (
        <Select
          aria-label={t('project_admin.add_channel')}
          placeholder={t('project_admin.add_channel')}
          maw={320}
          data={left}
          value={null}
          onChange={(name) => name && form.insertListItem('channels', name)}
        />
      )}
    </Input.Wrapper>
  );
}
