import { Code, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SideDialog } from '@/components/dialog/side-dialog';
import { Fact, Facts } from '@/components/facts/facts';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatMoment } from '@/lib/time';
import type { AuditEntry } from './api/audit-log';
import { type Change, readDetail } from './audit-detail';
import { useAuditNames } from './audit-names';
import classes from './audit.module.css';

export function AuditDrawer({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const names = useAuditNames();
  const { changes, facts } = readDetail(entry.detail);
  return (
    <SideDialog onClose={onClose} size={560} title={t('audit.entry_title', { id: entry.id })}>
      <Facts>
        <Fact label={t('audit.at')}>{formatMoment(entry.at, language)}</Fact>
        <Fact label={t('audit.action')}>
          {names.action(entry.action)} <Code title={t('audit.action')}>{entry.action}</Code>
        </Fact>
        <Fact label={t('audit.actor')}>{names.account(entry.actor, entry.actor_name)}</Fact>
        <Fact label={t('audit.subject')}>{names.account(entry.subject, entry.subject_name, '—')}</Fact>
        <Fact label={t('audit.ip')}>{entry.ip || '—'}</Fact>
        {facts.map(({ field, value }) => (
          <Fact key={field} label={field || t('audit.details')}>
            {value}
          </Fact>
        ))}
      </Facts>
      <Title order={2} fz={14} mt="lg" mb="xs">
        {t('audit.change')}
      </Title>
      {changes.length === 0 ? (
        <Text c="dimmed">{t('audit.no_detail')}</Text>
      ) : (
        <Table className={classes.diff} layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="28%">{t('audit.field')}</Table.Th>
              <Table.Th>{t('audit.before')}</Table.Th>
              <Table.Th>{t('audit.after')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changes.map((change) => (
              <Row key={change.field} change={change} />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </SideDialog>
  );
}

function Row({ change }: { change: Change }) {
  const { t } = useTranslation();
  const missing = <em className={classes.missing}>{t('audit.not_there')}</em>;
  return (
    <Table.Tr>
      <Table.Td>{change.field}</Table.Td>
      <Table.Td className={classes.before}>{change.before ?? missing}</Table.Td>
      <Table.Td className={classes.after}>{change.after ?? missing}</Table.Td>
    </Table.Tr>
  );
}
