import { Button, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatPoints } from '@/lib/money';
import { useSessionStore } from '@/lib/session/session-store';
import type { Order } from './api/orders';

export function DoneStep({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const decimals = useSessionStore((session) => session.user?.ud ?? 0);
  const amount = formatPoints(order.points, decimals, language);
  return (
    <Stack align="center" gap="sm" py="lg" role="status">
      <ThemeIcon size={56} radius="xl" color="teal" variant="light" aria-hidden>
        <IconCheck size={30} stroke={2} />
      </ThemeIcon>
      <Title order={2} fz={18}>
        {t('recharge.done_title')}
      </Title>
      <Text c="dimmed" ta="center">
        {order.kind === 'quota'
          ? t('recharge.done_quota', { amount })
          : t('recharge.done_points', { amount })}
      </Text>
      <Button mt="sm" data-autofocus onClick={onClose}>
        {t('common.close')}
      </Button>
    </Stack>
  );
}
