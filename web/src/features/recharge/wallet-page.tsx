import { Badge, Button, Code, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyAction } from '@/components/copy/copy-action';
import { EmptyState } from '@/components/page/empty-state';
import { ErrorState } from '@/components/page/error-state';
import { PageHeader } from '@/components/page/page-header';
import { PageSkeleton } from '@/components/page/page-skeleton';
import { useLanguage } from '@/lib/i18n/use-language';
import { useTitle } from '@/lib/i18n/use-title';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { formatMoment } from '@/lib/time';
import { walletsOptions, type Wallet, WALLETS_KEY } from './api/wallets';
import { WalletDialog } from './wallet-dialog';
import classes from './wallet.module.css';

export default function WalletPage() {
  const { t } = useTranslation();
  const title = useTitle()('wallet_config');
  const mayEdit = useHasPermission()('recharge/setWallet');
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<{ wallet: Wallet | null } | null>(null);
  const query = useQuery(walletsOptions());
  if (query.isPending) return <PageSkeleton />;
  return (
    <>
      <PageHeader
        title={title}
        description={t('recharge.wallet.description')}
        actions={
          mayEdit ? (
            <Button
              leftSection={<IconPlus size={16} stroke={1.6} />}
              onClick={() => setOpen({ wallet: null })}
            >
              {t('recharge.wallet.add')}
            </Button>
          ) : null
        }
      />
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data?.length === 0 ? (
        <EmptyState title={t('recharge.wallet.empty')} hint={t('recharge.wallet.empty_hint')} />
      ) : null}
      <ul className={classes.wallets}>
        {query.data?.map((wallet) => (
          <WalletCard
            key={wallet.id}
            wallet={wallet}
            onActivate={mayEdit ? () => setOpen({ wallet }) : null}
          />
        ))}
      </ul>
      {open ? (
        <WalletDialog
          wallet={open.wallet}
          onClose={() => setOpen(null)}
          onSaved={(wallets) => {
            queryClient.setQueryData([WALLETS_KEY], wallets);
            setOpen(null);
          }}
        />
      ) : null}
    </>
  );
}

function WalletCard({ wallet, onActivate }: { wallet: Wallet; onActivate: (() => void) | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <li className={classes.wallet} data-active={wallet.active || undefined}>
      <Group justify="space-between" gap="sm">
        <Group gap="xs">
          <Text fw={600}>{wallet.label || t('recharge.wallet.unnamed')}</Text>
          <Badge variant="light" color="gray" tt="none">
            {wallet.network}
          </Badge>
          {wallet.active ? (
            <Badge variant="dot" color="teal" tt="none" fw={500}>
              {t('recharge.wallet.active')}
            </Badge>
          ) : null}
        </Group>
        {!wallet.active && onActivate ? (
          <Button size="compact-sm" variant="default" onClick={onActivate}>
            {t('recharge.wallet.activate')}
          </Button>
        ) : null}
      </Group>
      <Group gap={8} mt={8} wrap="nowrap">
        <Code className={classes.address}>{wallet.address}</Code>
        <CopyAction value={wallet.address} label={t('recharge.copy_address')} />
      </Group>
      <Text size="xs" c="dimmed" mt={6}>
        {t('recharge.wallet.added', { at: formatMoment(wallet.created_at, language) ?? '' })}
      </Text>
    </li>
  );
}
