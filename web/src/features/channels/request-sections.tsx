/** General, authentication and request sections of the form. */
import { Checkbox, MultiSelect, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCatalogue } from '@/lib/screening/use-catalogue';
import { useCountryOptions } from '@/lib/screening/use-country-options';
import {
  AUTH_FIELDS_OF,
  AUTH_KINDS,
  DELIVERY_FORMATS,
  ENCODINGS,
  JOB_PLACES,
  JWT_ALGORITHMS,
  KINDS,
  METHODS,
  MODES,
  REPLY_TYPES,
  SEND_IN,
  VERIFICATIONS,
} from './config';
import {
  type ChannelForm,
  DayField,
  LongField,
  NumberField,
  SecretField,
  SelectField,
  TagsField,
  TextField,
  useFieldTexts,
} from './fields';
import { PairsField } from './pairs-field';
import { SECRET_FIELDS } from './secrets';
import classes from './channels.module.css';

export interface SectionProps {
  form: ChannelForm;
  locked: boolean;
}

export function GeneralSection({ form, locked, isNew }: SectionProps & { isNew: boolean }) {
  const { t } = useTranslation();
  const texts = useFieldTexts();
  const countries = useCountryOptions();
  const projects = useCatalogue().data ?? [];
  const shared = { form, locked };
  const http = form.getValues().kind === 'http';
  return (
    <div className={classes.grid}>
      <TextField {...shared} path="name" locked={locked || !isNew} />
      <SelectField
        {...shared}
        path="kind"
        data={KINDS.map((value) => ({ value, label: t(`channels.kinds.${value}`) }))}
      />
      {http ? (
        <div className={classes.wide}>
          <TextField {...shared} path="base_url" inputMode="url" />
        </div>
      ) : null}
      <div className={classes.wide}>
        <TagsField
          {...shared}
          path="checks"
          options={projects.map(({ slug, name }) => ({ value: slug, name }))}
        />
      </div>
      <div className={classes.wide}>
        <MultiSelect
          {...texts('countries')}
          data={countries}
          searchable
          clearable
          disabled={locked}
          {...form.getInputProps('countries')}
        />
      </div>
      {http ? (
        <>
          <TextField {...shared} path="contract.ref" />
          <DayField {...shared} path="contract.expires" />
        </>
      ) : null}
    </div>
  );
}

export function AccessSection({ form, locked }: SectionProps) {
  const { t } = useTranslation();
  const shared = { form, locked };
  const { kind } = form.getValues().auth;
  return (
    <div className={classes.grid}>
      <SelectField
        {...shared}
        path="auth.kind"
        data={AUTH_KINDS.map((value) => ({ value, label: t(`channels.auths.${value}`) }))}
      />
      {AUTH_FIELDS_OF[kind].map((field) => {
        const path = `auth.${field}`;
        if (SECRET_FIELDS.has(field)) return <SecretField key={field} {...shared} path={path} />;
        if (field === 'encoding') return <EncodingField key={field} {...shared} path={path} />;
        if (field === 'ttl_s') return <NumberField key={field} {...shared} path={path} />;
        if (field === 'algorithm') {
          return (
            <SelectField
              key={field}
              {...shared}
              path={path}
              data={JWT_ALGORITHMS.map((value) => ({ value, label: value.toUpperCase() }))}
            />
          );
        }
        if (field === 'send_in') {
          return (
            <SelectField
              key={field}
              {...shared}
              path={path}
              data={SEND_IN.map((value) => ({ value, label: t(`channels.send_in.${value}`) }))}
            />
          );
        }
        return <TextField key={field} {...shared} path={path} />;
      })}
      <div className={classes.wide}>
        <PairsField {...shared} path="secrets" label={t('channels.fields.secrets')} secret />
        <Text c="dimmed" size="xs">
          {t('channels.hints.secrets')}
        </Text>
      </div>
    </div>
  );
}

function EncodingField({ form, locked, path }: SectionProps & { path: string }) {
  const { t } = useTranslation();
  return (
    <SelectField
      form={form}
      locked={locked}
      path={path}
      data={ENCODINGS.map((value) => ({ value, label: t(`channels.encodings.${value}`) }))}
    />
  );
}

export function RequestSection({ form, locked }: SectionProps) {
  const { t } = useTranslation();
  const shared = { form, locked };
  return (
    <div className={classes.grid}>
      <SelectField
        {...shared}
        path="mode"
        data={MODES.map((value) => ({ value, label: t(`channels.modes.${value}`) }))}
      />
      <NumberField {...shared} path="batch.max" />
      <RequestFields {...shared} at="submit" />
    </div>
  );
}

function RequestFields({ form, locked, at }: SectionProps & { at: 'submit' | 'poll' | 'poll.fetch' }) {
  const texts = useFieldTexts();
  const shared = { form, locked };
  return (
    <>
      <SelectField {...shared} path={`${at}.method`} data={METHODS} />
      <TextField {...shared} path={`${at}.path`} />
      <PairsField {...shared} path={`${at}.headers`} label={texts(`${at}.headers`).label} />
      <PairsField {...shared} path={`${at}.query`} label={texts(`${at}.query`).label} />
      <div className={classes.wide}>
        <LongField {...shared} path={`${at}.body`} />
      </div>
    </>
  );
}

export function PollSection(props: SectionProps) {
  const { t } = useTranslation();
  const { form, locked } = props;
  const { on } = form.getValues().poll.fetch;
  return (
    <div className={classes.grid}>
      <TextField {...props} path="poll.job" />
      <TextField {...props} path="poll.state" />
      <TagsField {...props} path="poll.done" />
      <TagsField {...props} path="poll.failed" />
      <TextField {...props} path="poll.results" />
      <NumberField {...props} path="poll.every_s" />
      <NumberField {...props} path="poll.max_s" />
      <RequestFields {...props} at="poll" />
      <Checkbox
        className={classes.wide ?? ''}
        label={t('channels.fields.poll_fetch')}
        description={t('channels.hints.poll_fetch')}
        disabled={locked}
        {...form.getInputProps('poll.fetch.on', { type: 'checkbox' })}
      />
      {on ? (
        <>
          <TextField {...props} path="poll.file" />
          <RequestFields {...props} at="poll.fetch" />
        </>
      ) : null}
    </div>
  );
}

export function CallbackSection({ form, locked }: SectionProps) {
  const { t } = useTranslation();
  const shared = { form, locked };
  const { verify, job_in: jobIn, reply } = form.getValues().callback;
  return (
    <div className={classes.grid}>
      <SelectField
        {...shared}
        path="callback.format"
        data={DELIVERY_FORMATS.map((value) => ({ value, label: t(`channels.delivery_formats.${value}`) }))}
      />
      <SelectField
        {...shared}
        path="callback.job_in"
        data={JOB_PLACES.map((value) => ({ value, label: t(`channels.job_places.${value}`) }))}
      />
      {jobIn === 'body' ? (
        <>
          <TextField {...shared} path="callback.job" />
          <TextField {...shared} path="callback.submitted" />
        </>
      ) : null}
      <NumberField {...shared} path="callback.deliveries" />
      <NumberField {...shared} path="callback.max_s" />
      <SelectField
        {...shared}
        path="callback.verify"
        data={VERIFICATIONS.map((value) => ({ value, label: t(`channels.verifications.${value}`) }))}
      />
      {verify === 'none' ? null : <SecretField {...shared} path="callback.secret" />}
      {verify === 'hmac' ? (
        <>
          <TextField {...shared} path="callback.header" />
          <TextField {...shared} path="callback.timestamp_header" />
          <EncodingField {...shared} path="callback.encoding" />
          <TextField {...shared} path="callback.prefix" />
        </>
      ) : null}
      <Checkbox
        className={classes.wide ?? ''}
        label={t('channels.fields.callback_reply')}
        description={t('channels.hints.callback_reply')}
        disabled={locked}
        {...form.getInputProps('callback.reply.on', { type: 'checkbox' })}
      />
      {reply.on ? (
        <>
          <NumberField {...shared} path="callback.reply.status" />
          <SelectField {...shared} path="callback.reply.content_type" data={REPLY_TYPES} />
          <div className={classes.wide}>
            <LongField {...shared} path="callback.reply.body" />
          </div>
        </>
      ) : null}
    </div>
  );
}
