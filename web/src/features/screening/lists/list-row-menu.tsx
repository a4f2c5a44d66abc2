import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDeviceFloppy,
  IconDots,
  IconDownload,
  IconEdit,
  IconFileX,
  IconNote,
  IconPlayerPlay,
  IconTable,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ListView } from '@/lib/screening/list-types';
import { useHasPermission } from '@/lib/session/use-has-permission';

export interface ListHandlers {
  onUse: (list: ListView) => void;
  onContinue: (list: ListView) => void;
  onExport: (list: ListView) => void;
  onExportRejected: (list: ListView) => void;
  onRename: (list: ListView) => void;
  onNote: (list: ListView) => void;
  onKeep: (list: ListView) => void;
  onRemove: (list: ListView) => void;
}

const ICON = { size: 16, stroke: 1.6 } as const;

export function ListRowMenu({ list, handlers }: { list: ListView; handlers: ListHandlers }) {
  const { t } = useTranslation();
  const may = useHasPermission();
  const mayEdit = list.kind === 'global' ? may('list/global') : may('list/edit');
  const ready = list.state === 'ready';
  const checkable = list.kind === 'saved' || list.kind === 'upload';
  const unread = list.state === 'uploaded' || list.state === 'failed';
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('form.actions_for', { name: list.name })}>
          <IconDots {...ICON} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {ready && checkable && may('task/create') ? (
          <Menu.Item leftSection={<IconPlayerPlay {...ICON} />} onClick={() => handlers.onUse(list)}>
            {t('lists.use')}
          </Menu.Item>
        ) : null}
        {unread && mayEdit ? (
          <Menu.Item leftSection={<IconTable {...ICON} />} onClick={() => handlers.onContinue(list)}>
            {t('lists.continue')}
          </Menu.Item>
        ) : null}
        {ready ? (
          <Menu.Item leftSection={<IconDownload {...ICON} />} onClick={() => handlers.onExport(list)}>
            {t('lists.export')}
          </Menu.Item>
        ) : null}
        {list.has_rejected ? (
          <Menu.Item leftSection={<IconFileX {...ICON} />} onClick={() => handlers.onExportRejected(list)}>
            {t('lists.export_rejected')}
          </Menu.Item>
        ) : null}
        {ready && list.kind === 'upload' && mayEdit ? (
          <Menu.Item leftSection={<IconDeviceFloppy {...ICON} />} onClick={() => handlers.onKeep(list)}>
            {t('lists.keep')}
          </Menu.Item>
        ) : null}
        {mayEdit ? (
          <>
            <Menu.Item leftSection={<IconEdit {...ICON} />} onClick={() => handlers.onRename(list)}>
              {t('lists.rename')}
            </Menu.Item>
            <Menu.Item leftSection={<IconNote {...ICON} />} onClick={() => handlers.onNote(list)}>
              {t(list.note ? 'notes.edit' : 'notes.add')}
            </Menu.Item>
            <Menu.Item
              color="red"
              leftSection={<IconTrash {...ICON} />}
              onClick={() => handlers.onRemove(list)}
            >
              {t('form.delete')}
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
