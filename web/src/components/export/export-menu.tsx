import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { download } from '@/lib/download';
import { toast } from '@/lib/toast';

const FORMATS = ['csv', 'xlsx'] as const;
type Format = (typeof FORMATS)[number];

interface Props {
  /** The address of the file with all that the filters leave. */
  makeFile: (format: Format) => Promise<string>;
}

export function ExportMenu({ makeFile }: Props) {
  const { t } = useTranslation();
  const making = useMutation({
    mutationFn: makeFile,
    onSuccess: download,
    onError: (reason) => toast.error(reason.message || t('errors.error')),
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.6} />}
          rightSection={<IconChevronDown size={14} stroke={1.7} />}
          loading={making.isPending}
        >
          {t('finance.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => making.mutate(format)}>
            {t(`finance.formats.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
