import { useTranslation } from 'react-i18next';
import { FileMenu } from '@/components/export/file-menu';
import { exportRun } from './api/runs';

const KINDS = ['txt', 'csv', 'xlsx'] as const;

interface Props {
  id: number;
  size?: 'compact-xs' | 'compact-sm';
}

export function DownloadMenu({ id, size = 'compact-xs' }: Props) {
  const { t } = useTranslation();
  const kinds = KINDS.map((kind) => ({ kind, name: t(`generation.files.${kind}`) }));
  return (
    <FileMenu
      label={t('generation.download')}
      kinds={kinds}
      makeFile={(kind) => exportRun(id, kind)}
      size={size}
    />
  );
}
