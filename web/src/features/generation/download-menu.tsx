import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { download } from '@/lib/download';
import { toast } from '@/lib/toast';
import { exportRun, type FileKind } from './api/runs';

const KINDS = ['txt', 'csv', 'xlsx'] as const;

export function DownloadMenu({
  id,
  size = 'compact-xs',
}: {
  id: number;
  size?: 'compact-xs' | 'compact-sm';
}) {
  const { t } = useTranslation();
  const making = useMutation({
    mutationFn: (kind: FileKind) => exportRun(id, kind),
    onSuccess: download,
    onError: (reason) => toast.error(reason.message || t('errors.error')),
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size={size}
          variant="default"
          leftSection={<IconDownload size={14} stroke={1.7} />}
          rightSection={<IconChevronDown size={12} stroke={1.8} />}
          loading={making.isPending}
        >
          {t('generation.download')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {KINDS.map((kind) => (
          <Menu.Item key={kind} onClick={() => making.mutate(kind)}>
            {t(`generation.files.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
