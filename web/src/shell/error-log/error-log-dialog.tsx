import { Button, Code, ScrollArea, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/components/dialog/dialog';
import { useErrorLog } from '@/lib/stores/error-log-store';
import classes from './error-log.module.css';

export default function ErrorLogDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { errors, clear } = useErrorLog();
  return (
    <Dialog
      onClose={onClose}
      title={t('shell.error_log')}
      size={960}
      scrollAreaComponent={ScrollArea.Autosize}
    >
      <Button
        variant="light"
        color="red"
        mb="sm"
        onClick={() => {
          clear();
          onClose();
        }}
      >
        {t('shell.clear_all')}
      </Button>
      <Table className={classes.table} withTableBorder>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('shell.error_message')}</Table.Th>
            <Table.Th>{t('shell.error_stack')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {errors.map((error) => (
            <Table.Tr key={error.id}>
              <Table.Td className={classes.what}>
                <dl>
                  <dt>{t('shell.error_message')}</dt>
                  <dd data-tone="error">{error.message}</dd>
                  <dt>{t('shell.error_info')}</dt>
                  <dd>{error.info}</dd>
                  <dt>{t('shell.error_url')}</dt>
                  <dd>{error.url}</dd>
                </dl>
              </Table.Td>
              <Table.Td>
                <Code block className={classes.stack}>
                  {error.stack || '—'}
                </Code>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
