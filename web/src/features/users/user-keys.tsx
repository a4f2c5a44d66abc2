/** API keys of a customer: state, last use, addresses, and a button to revoke each. */
import { Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { askConfirmation } from '@/components/confirm/ask-confirmation';
import { ErrorState } from '@/components/page/error-state';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatMoment } from '@/lib/time';
import { toast } from '@/lib/toast';
import { type CustomerKey, revokeUserKey, USER_KEYS_KEY, useUserKeys } from './api/user-keys';
import classes from './users.module.css';

const COLORS = { active: 'teal', expired: 'yellow', revoked: 'gray' } as const;

export function UserKeys({ uid }: { uid: number }) {
  const { t } = useTranslation();
  const keys = useUserKeys(uid);
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: (key: CustomerKey) => revokeUserKey(uid, key.id),
    onSuccess: (_, key) => toast.success(t('user_admin.key_revoked', { name: key.name })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [USER_KEYS_KEY, uid] }),
  });

  async function askRevoke(key: CustomerKey): Promise<void> {
    const sure = await askConfirmation({
      title: t('user_admin.revoke_title', { name: key.name }),
      text: t('user_admin.revoke_text'),
      confirmLabel: t('user_admin.revoke_key'),
      danger: true,
    });
    if (sure) revoke.mutate(key);
  }

  return (
    <section className={classes.section}>
      <Title order={3} fz={14} mb="xs">
        {t('user_admin.keys')}
      </Title>
      {keys.isPending ? <Skeleton height={60} /> : null}
      {keys.isError ? <ErrorState error={keys.error} onRetry={() => void keys.refetch()} /> : null}
      {keys.data?.length === 0 ? <Text c="dimmed">{t('user_admin.no_keys')}</Text> : null}
      <Stack gap="sm">
        {keys.data?.map((key) => (
          <KeyFacts key={key.id} apiKey={key} busy={revoke.isPending} onRevoke={() => void askRevoke(key)} />
        ))}
      </Stack>
    </section>
  );
}

interface FactsProps {
  apiKey: CustomerKey;
  busy: boolean;
  onRevoke: () => void;
}

function KeyFacts({ apiKey, busy, onRevoke }: FactsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { name, prefix, state, scopes, ips, last_used_at, last_used_ip } = apiKey;
  const used = formatMoment(last_used_at, language);
  return (
    <div>
      <Group justify="space-between" wrap="nowrap">
        <Group gap="xs">
          <b>{name}</b>
          <Text c="dimmed">{prefix}…</Text>
          <Badge variant="dot" color={COLORS[state]} tt="none" fw={500}>
            {t(`user_admin.key_states.${state}`)}
          </Badge>
        </Group>
        {state === 'revoked' ? null : (
          <Button
            size="compact-sm"
            variant="default"
            loading={busy}
            aria-label={`${t('user_admin.revoke_key')}: ${name}`}
            onClick={onRevoke}
          >
            {t('user_admin.revoke_key')}
          </Button>
        )}
      </Group>
      <Text c="dimmed">{scopes.join(', ')}</Text>
      <Text c="dimmed">
        {t('user_admin.key_ips')}: {ips.length === 0 ? t('user_admin.any_address') : ips.join(', ')}
      </Text>
      <Text c="dimmed">
        {t('user_admin.key_last_use')}: {used ?? t('user_admin.never_used')}
        {last_used_ip ? ` · ${last_used_ip}` : ''}
      </Text>
    </div>
  );
}
