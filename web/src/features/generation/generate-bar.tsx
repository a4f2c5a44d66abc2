import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconDice5 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useHasPermission } from '@/lib/session/use-has-permission';
import type { Run } from './api/runs';
import { DownloadMenu } from './download-menu';
import { SaveDialog } from './save-dialog';
import { useFormat } from './use-format';
import { useRunLists } from './use-run-lists';

interface Props {
  total: number;
  /** Whether the run can start. */
  ready: boolean;
  busy: boolean;
  error: Error | null;
  made: Run | undefined;
  onGenerate: () => void;
}

/** The generate button and the result of the last run. */
export function GenerateBar({ total, ready, busy, error, made, onGenerate }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const lists = useRunLists();
  const allowed = useHasPermission()('gen_number/generate');
  return (
    <>
      <Group gap="md">
        <Button
          size="md"
          leftSection={<IconDice5 size={18} stroke={1.6} />}
          disabled={!ready || !allowed}
          loading={busy}
          onClick={onGenerate}
        >
          {t('generation.generate', { n: format(total), count: total })}
        </Button>
        <Text c="dimmed" size="sm">
          {t('generation.free')}
        </Text>
      </Group>
      {error && !busy ? (
        <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} stroke={1.6} />}>
          {error.message || t('errors.error')}
        </Alert>
      ) : null}
      {made && !error && !busy ? (
        <Alert color="teal" icon={<IconCircleCheck size={18} stroke={1.6} />}>
          <Group justify="space-between" gap="sm">
            {t('generation.made', { id: made.id, n: format(made.count), count: made.count })}
            <Group gap="xs">
              <DownloadMenu id={made.id} size="compact-sm" />
              {lists.save ? (
                <Button size="compact-sm" variant="default" onClick={() => lists.save?.(made)}>
                  {t('generation.save_list')}
                </Button>
              ) : null}
              {lists.check ? (
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={lists.preparing !== null}
                  onClick={() => lists.check?.(made)}
                >
                  {t('generation.check')}
                </Button>
              ) : null}
            </Group>
          </Group>
        </Alert>
      ) : null}
      {lists.saving ? <SaveDialog run={lists.saving} onClose={lists.stopSaving} /> : null}
    </>
  );
}
