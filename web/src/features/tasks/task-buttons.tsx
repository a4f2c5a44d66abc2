import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import {
  IconCopyPlus,
  IconDots,
  IconDownload,
  IconNote,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStopFilled,
  IconRefreshAlert,
  IconRepeat,
  IconTrash,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { lazyDialog } from '@/components/dialog/lazy-dialog';
import { DOWNLOAD_PARAM } from '@/config/paths';
import { taskOptions } from '@/lib/screening/get-task';
import { TASK_KEY, TASK_LIST_KEY } from '@/lib/screening/task-keys';
import { hasEnded } from '@/lib/screening/task-events';
import type { TaskView } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import { useSessionStore } from '@/lib/session/session-store';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { noteTask } from './api/change-task';
import { ExportDialog } from './export-dialog';
import { RenameDialog } from './rename-dialog';
import { actionsFor } from './task-actions';
import { useTaskActions } from './use-task-actions';
import classes from './tasks.module.css';

const RepeatDialog = lazyDialog(
  'repeat dialog',
  () => import('./repeat-dialog'),
  ({ onClose }) => onClose(),
);
const NoteDialog = lazyDialog(
  'note dialog',
  () => import('@/components/form/note-dialog'),
  ({ onClose }) => onClose(),
);
const ICON = { size: 16, stroke: 1.6 } as const;

export function TaskButtons({ task }: { task: TaskView }) {
  const { t } = useTranslation();
  const may = useHasPermission();
  const points = usePoints();
  const [renaming, setRenaming] = useState(false);
  const queryClient = useQueryClient();
  const [noting, setNoting] = useState(false);
  const [repeating, setRepeating] = useState(false);
  // The owner pays for the runs.
  const owned = useSessionStore((session) => session.user?.uid === task.uid);
  const [params, setParams] = useSearchParams();
  const [chosen, setExporting] = useState(false);
  // The dashboard links to the download.
  const exporting = chosen || params.has(DOWNLOAD_PARAM);
  function closeExport(): void {
    setExporting(false);
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete(DOWNLOAD_PARAM);
        return next;
      },
      { replace: true },
    );
  }
  const { busy, pause, resume, cancel, clone, rerun, remove } = useTaskActions(task);
  const offered = new Set(actionsFor(task, may('task/edit'), may('task/create')));
  const more = (['clone', 'repeat', 'rename', 'remove'] as const).some((action) => offered.has(action));
  return (
    <>
      {task.ready && may('task/export') ? (
        <Button
          variant={hasEnded(task) ? 'filled' : 'default'}
          leftSection={<IconDownload {...ICON} />}
          onClick={() => setExporting(true)}
        >
          {t('tasks.download')}
        </Button>
      ) : null}
      {offered.has('pause') ? (
        <Button
          variant="default"
          leftSection={<IconPlayerPause {...ICON} />}
          loading={busy === 'pause'}
          disabled={busy !== null}
          onClick={pause}
        >
          {t('tasks.pause')}
        </Button>
      ) : null}
      {offered.has('resume') ? (
        <Button
          leftSection={<IconPlayerPlay {...ICON} />}
          loading={busy === 'resume'}
          disabled={busy !== null}
          onClick={resume}
        >
          {t('tasks.resume')}
        </Button>
      ) : null}
      {offered.has('cancel') ? (
        <Button
          className={classes.last}
          variant="default"
          color="red"
          leftSection={<IconPlayerStopFilled size={16} />}
          loading={busy === 'cancel'}
          disabled={busy !== null}
          onClick={cancel}
        >
          {task.refundable > 0
            ? t('tasks.cancel_amount', { amount: points.sum(task.refundable) })
            : t('tasks.cancel')}
        </Button>
      ) : null}
      {offered.has('rerun') ? (
        <Tooltip label={t('tasks.rerun_text', { n: task.unknown, count: task.unknown })} multiline maw={320}>
          <Button
            variant="default"
            leftSection={<IconRefreshAlert {...ICON} />}
            loading={busy === 'rerun'}
            disabled={busy !== null}
            onClick={rerun}
          >
            {t('tasks.rerun')}
          </Button>
        </Tooltip>
      ) : null}
      {more ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon className={classes.more} variant="default" size={36} aria-label={t('tasks.more')}>
              <IconDots {...ICON} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {offered.has('clone') ? (
              <Menu.Item leftSection={<IconCopyPlus {...ICON} />} onClick={clone}>
                {t('tasks.clone')}
              </Menu.Item>
            ) : null}
            {offered.has('repeat') && owned ? (
              <Menu.Item leftSection={<IconRepeat {...ICON} />} onClick={() => setRepeating(true)}>
                {t('schedules.repeat')}
              </Menu.Item>
            ) : null}
            {offered.has('rename') ? (
              <Menu.Item leftSection={<IconPencil {...ICON} />} onClick={() => setRenaming(true)}>
                {t('tasks.rename')}
              </Menu.Item>
            ) : null}
            {offered.has('rename') ? (
              <Menu.Item leftSection={<IconNote {...ICON} />} onClick={() => setNoting(true)}>
                {t(task.note ? 'notes.edit' : 'notes.add')}
              </Menu.Item>
            ) : null}
            {offered.has('remove') ? (
              <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={remove}>
                {t('tasks.remove')}
              </Menu.Item>
            ) : null}
          </Menu.Dropdown>
        </Menu>
      ) : null}
      {exporting && task.ready ? (
        <ExportDialog task={task} filters={null} filteredRows={0} onClose={closeExport} />
      ) : null}
      {repeating ? <RepeatDialog task={task} onClose={() => setRepeating(false)} /> : null}
      {noting ? (
        <NoteDialog
          name={task.name}
          note={task.note}
          load={async () => (await queryClient.fetchQuery({ ...taskOptions(task.id), staleTime: 0 })).note}
          save={async (before, note) => {
            await noteTask(task.id, before, note);
            await Promise.all([
              queryClient.invalidateQueries({ queryKey: [TASK_KEY, task.id] }),
              queryClient.invalidateQueries({ queryKey: [TASK_LIST_KEY] }),
            ]);
          }}
          onClose={() => setNoting(false)}
        />
      ) : null}
      {renaming ? <RenameDialog task={task} onClose={() => setRenaming(false)} /> : null}
    </>
  );
}
