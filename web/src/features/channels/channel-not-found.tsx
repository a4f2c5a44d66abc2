import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/page/empty-state';

export function ChannelNotFound({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t('channels.not_found', { name })}
      action={
        <Button variant="default" mt="xs" onClick={onClose}>
          {t('channels.back')}
        </Button>
      }
    />
  );
}
