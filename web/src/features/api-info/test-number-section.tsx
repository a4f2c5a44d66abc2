import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyAction } from '@/components/copy/copy-action';
import type { Column } from '@/components/data-table/column';
import { PlainTable } from '@/components/plain-table/plain-table';
import type { TestNumber } from './api/api-info';
import { answerGroups } from './test-numbers';
import classes from './api-info.module.css';

/** Numbers with fixed, free answers. */
export function TestNumberSection({ numbers }: { numbers: readonly TestNumber[] }) {
  const { t } = useTranslation();
  return (
    <div className={classes.stack}>
      <Text c="dimmed">{t('api_info.test.hint')}</Text>
      <PlainTable
        label={t('api_info.tabs.test_numbers')}
        columns={useNumberColumns()}
        rows={numbers}
        rowKey={({ number }) => number}
      />
    </div>
  );
}

function useNumberColumns(): readonly Column<TestNumber>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'number',
      title: t('api_info.test.number'),
      fixed: true,
      cell: ({ number }) => (
        <Group gap={8} wrap="nowrap">
          <code>{number}</code>
          <CopyAction value={number} label={t('form.copy_named', { name: number })} />
        </Group>
      ),
    },
    {
      id: 'what',
      title: t('api_info.test.what'),
      cell: ({ description_key }) => (
        <span className={classes.what}>{t(`api_info.test.uses.${description_key}`)}</span>
      ),
    },
    {
      id: 'answers',
      title: t('api_info.test.answers'),
      cell: ({ checks }) => (
        <ul className={classes.answers}>
          {answerGroups(checks).map(({ answer, projects }) => (
            <li key={answer}>
              <code>{answer}</code> <span title={projects.join(', ')}>{projects.join(', ')}</span>
            </li>
          ))}
        </ul>
      ),
    },
  ];
}
