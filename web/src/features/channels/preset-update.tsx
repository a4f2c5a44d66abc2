/** A newer version of the preset that a channel was made from. */
import { Alert, Badge, Button, Group, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChannelView } from '@/lib/screening/types';
import classes from './channels.module.css';

interface Props {
  update: NonNullable<ChannelView['update']>;
  locked: boolean;
  /** Fills the form with the update. It is stored when the form is saved. */
  onTake: () => void;
}

export function PresetUpdateNotice({ update, locked, onTake }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const kept = update.changes.filter((change) => change.kept).length;
  return (
    <Alert mb="md" title={t('channels.update.title', { version: update.version })}>
      <Text size="sm">
        {t('channels.update.text', { n: update.changes.length })}
        {kept > 0 ? ` ${t('channels.update.kept_text', { n: kept })}` : null}
      </Text>
      {shown ? (
        <Table.ScrollContainer minWidth={520} mt="sm">
          <Table withRowBorders verticalSpacing={4} aria-label={t('channels.update.changes')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('channels.update.field')}</Table.Th>
                <Table.Th>{t('channels.update.now')}</Table.Th>
                <Table.Th>{t('channels.update.new')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {update.changes.map((change) => (
                <Table.Tr key={change.field}>
                  <Table.Td>
                    {change.field}{' '}
                    {change.kept ? (
                      <Badge size="sm" color="gray" variant="light">
                        {t('channels.update.kept')}
                      </Badge>
                    ) : null}
                  </Table.Td>
                  <Table.Td>
                    <code className={classes.change}>{change.old || '–'}</code>
                  </Table.Td>
                  <Table.Td>
                    <code className={classes.change}>{change.new || '–'}</code>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      ) : null}
      <Group gap="sm" mt="sm">
        <Button variant="default" size="compact-sm" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? t('channels.update.hide') : t('channels.update.show')}
        </Button>
        {locked || !shown ? null : (
          <Button size="compact-sm" onClick={onTake}>
            {t('channels.update.take')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
