/** Items elsewhere in a response whose numbers have one status. */
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MATCH_BY } from './config';
import type { SectionProps } from './request-sections';
import { alsoDraft } from './rule-draft';
import { AddRule, Rule, RuleProjects } from './rule-list';
import classes from './channels.module.css';

/** Items in order have no key. */
const MATCHES = MATCH_BY.filter((value) => value !== 'order');

interface Props extends SectionProps {
  /** The id of the list of statuses that are offered while typing. */
  statuses: string;
}

export function AlsoFields({ form, locked, statuses }: Props) {
  const { t } = useTranslation();
  const shared = { form, locked };
  const { also } = form.getValues();
  return (
    <>
      <Text c="dimmed" size="xs" mt="md" mb={8}>
        {t('channels.also.hint')}
      </Text>
      {also.map((_, row) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Rule key={row} {...shared} list="also" row={row}>
          <div className={classes.grid}>
            <TextInput
              label={t('channels.fields.items')}
              disabled={locked}
              {...form.getInputProps(`also.${row}.items`)}
            />
            <NativeSelect
              label={t('channels.fields.match_by')}
              disabled={locked}
              data={MATCHES.map((value) => ({
                value,
                label: t(`channels.matches.${value}`),
              }))}
              {...form.getInputProps(`also.${row}.match.by`)}
            />
            <TextInput
              label={t('channels.fields.match_key')}
              disabled={locked}
              {...form.getInputProps(`also.${row}.match.key`)}
            />
            <TextInput
              label={t('channels.also.status')}
              list={statuses}
              disabled={locked}
              {...form.getInputProps(`also.${row}.status`)}
            />
            <RuleProjects {...shared} path={`also.${row}.projects`} />
          </div>
        </Rule>
      ))}
      <AddRule
        {...shared}
        label={t('channels.also.add')}
        onAdd={() => form.insertListItem('also', alsoDraft({}))}
      />
    </>
  );
}
