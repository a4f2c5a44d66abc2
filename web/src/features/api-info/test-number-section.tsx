import { Group, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyAction } from '@/components/copy/copy-action';
import { PlainTable } from '@/components/plain-table/plain-table';
import type { TestNumber } from './api/api-info';
import { answerGroups } from './test-numbers';
import classes from './api-info.module.css';

/** Numbers whose answers never change and cost nothing. */
export function TestNumberSection({ numbers }: { numbers: readonly TestNumber[] }) {
  const { t } = useTranslation();
  return (
    <div className={classes.stack}>
      <Text c="dimmed">{t('api_info.test.hint')}</Text>
      <PlainTable
        label={t('api_info.tabs.test_numbers')}
        titles={[t('api_info.test.number'), t('api_info.test.what'), t('api_info.test.answers')]}
      >
        {numbers.map((row) => (
          <Table.Tr key={row.number}>
            <Table.Td>
              <Group gap={8} wrap="nowrap">
                <code>{row.number}</code>
                <CopyAction value={row.number} label={t('form.copy_named', { name: row.number })} />
              </Group>
            </Table.Td>
            <Table.Td className={classes.what}>{t(`api_info.test.uses.${row.description_key}`)}</Table.Td>
            <Table.Td>
              <ul className={classes.answers}>
                {answerGroups(row.checks).map(({ answer, projects }) => (
                  <li key={answer}>
                    <code>{answer}</code> <span title={projects.join(', ')}>{projects.join(', ')}</span>
                  </li>
                ))}
              </ul>
            </Table.Td>
          </Table.Tr>
        ))}
      </PlainTable>
    </div>
  );
}
