import { Button, FileButton } from '@mantine/core';
import { IconChartBar, IconFileImport, IconLayoutGrid, IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { askConfirmation } from '@/components/confirm/ask-confirmation';
import { DataTable } from '@/components/data-table/data-table';
import { useWholeList } from '@/components/data-table/use-list';
import { pageOf, sortRows } from '@/components/data-table/whole-list';
import { PageHeader } from '@/components/page/page-header';
import { useLanguage } from '@/lib/i18n/use-language';
import { useTitle } from '@/lib/i18n/use-title';
import type { ChannelView } from '@/lib/screening/types';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { toast } from '@/lib/toast';
import { CHANNELS_KEY, channelsOptions } from './api/list-channels';
import { removeChannel } from './api/remove-channel';
import { saveChannel } from './api/save-channel';
import { useChannelColumns } from './channel-columns';
import type { Start } from './channel-editor';

const SORT_KEYS = {
  name: ({ name }: ChannelView) => name,
  enabled: ({ enabled }: ChannelView) => Number(!enabled),
  priority: ({ priority }: ChannelView) => priority,
  success_rate: ({ health }: ChannelView) => health.success_rate,
  latency: ({ health }: ChannelView) => health.p50_ms,
  spend_today: ({ health }: ChannelView) => health.spend_today,
};
/** There are few channels, so all fit on one page. */
const RULES = { defaultSize: 200, sizes: [200], sortable: Object.keys(SORT_KEYS), filters: [] };
/** Health changes without user action. */
const HEALTH_POLL_MS = 10_000;
const LARGEST_FILE = 256 * 1024;

interface Props {
  onEdit: (channel: ChannelView) => void;
  onNew: (start: Start) => void;
  onPresets: () => void;
  onEvidence: () => void;
}

export function ChannelList({ onEdit, onNew, onPresets, onEvidence }: Props) {
  const { t } = useTranslation();
  const title = useTitle()('api_channel_config');
  const mayEdit = useHasPermission()('channel/edit');
  const language = useLanguage();
  const list = useWholeList(
    {
      key: CHANNELS_KEY,
      rules: RULES,
      options: () => ({ ...channelsOptions(), refetchInterval: HEALTH_POLL_MS }),
      rows: (channels, state) => {
        const usual = channels.toSorted((a, b) => a.priority - b.priority || (a.name < b.name ? -1 : 1));
        return pageOf(sortRows(usual, state.sort, SORT_KEYS, language), state);
      },
    },
    { title: t('channels.empty'), hint: t('channels.empty_hint') },
  );
  const tell = { onSettled: list.refresh };
  const enable = useMutation({
    mutationFn: ({ channel, enabled }: { channel: ChannelView; enabled: boolean }) =>
      saveChannel({
        version: channel.version,
        priority: channel.priority,
        enabled,
        config: channel.config,
      }),
    onSuccess: ({ enabled }) =>
      toast.success(enabled ? t('channels.enabled_done') : t('channels.disabled_done')),
    ...tell,
  });
  const remove = useMutation({
    mutationFn: async (channel: ChannelView) => {
      const sure = await askConfirmation({
        title: t('channels.remove_title', { name: channel.name }),
        text: t('channels.remove_text'),
        confirmLabel: t('form.delete'),
        danger: true,
      });
      if (!sure) return;
      await removeChannel(channel);
      toast.success(t('channels.removed'));
    },
    ...tell,
  });
  const read = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > LARGEST_FILE) throw new Error(t('channels.import_failed'));
      return file.text();
    },
    onSuccess: (yaml) => onNew({ yaml }),
    meta: { quiet: true },
    onError: () => toast.error(t('channels.import_failed')),
  });
  const columns = useChannelColumns({
    mayEdit,
    busy: enable.isPending ? enable.variables.channel.name : null,
    onEdit,
    onEnable: (channel, enabled) => enable.mutate({ channel, enabled }),
    onCopy: ({ config, name }) => onNew({ config: { ...config, name: t('channels.copy_name', { name }) } }),
    onRemove: (channel) => remove.mutate(channel),
  });
  return (
    <>
      <PageHeader
        title={title}
        description={t('channels.description')}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconChartBar size={16} stroke={1.6} />}
              onClick={onEvidence}
            >
              {t('channels.evidence.open')}
            </Button>
            {mayEdit ? (
              <>
                <FileButton accept=".yaml,.yml" onChange={(file) => file && read.mutate(file)}>
                  {(props) => (
                    <Button
                      {...props}
                      variant="default"
                      leftSection={<IconFileImport size={16} stroke={1.6} />}
                    >
                      {t('channels.import')}
                    </Button>
                  )}
                </FileButton>
                <Button
                  variant="default"
                  leftSection={<IconLayoutGrid size={16} stroke={1.6} />}
                  onClick={onPresets}
                >
                  {t('channels.presets.open')}
                </Button>
                <Button leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => onNew({})}>
                  {t('channels.new')}
                </Button>
              </>
            ) : null}
          </>
        }
      />
      <DataTable
        name="channels"
        label={title}
        columns={columns}
        rowKey={({ name }) => name}
        {...list.table}
      />
    </>
  );
}
