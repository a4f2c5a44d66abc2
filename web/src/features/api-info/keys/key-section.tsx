import { Button, Switch, Text, Tooltip } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askConfirmation } from '@/components/confirm/ask-confirmation';
import { OneTimeSecret } from '@/components/copy/one-time-secret';
import { EmptyState } from '@/components/page/empty-state';
import { toast } from '@/lib/toast';
import { API_INFO_KEY, type ApiInfo, type ApiKey, type KeyWithSecret, revokeKey } from '../api/api-info';
import { KeyDialog } from './key-dialog';
import { KeyTable } from './key-table';
import { RequestsDialog } from './requests-dialog';
import { RotateDialog } from './rotate-dialog';
import classes from '../api-info.module.css';

type Open =
  | { kind: 'new' }
  | { kind: 'edit'; key: ApiKey }
  | { kind: 'rotate'; key: ApiKey }
  | { kind: 'requests'; key: ApiKey }
  | ({ kind: 'secret' } & KeyWithSecret);

interface Props {
  info: ApiInfo;
  nowSeconds: number;
  /** Why keys cannot be changed. */
  locked: string | null;
}

export function KeySection({ info, nowSeconds, locked }: Props) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);
  const [withRevoked, setWithRevoked] = useState(false);
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: [API_INFO_KEY] });
  const revoke = useMutation({
    mutationFn: (key: ApiKey) => revokeKey(key.id),
    onSuccess: (_, key) => toast.success(t('api_info.keys.revoked', { name: key.name })),
    onSettled: refresh,
  });

  async function askRevoke(key: ApiKey): Promise<void> {
    const sure = await askConfirmation({
      title: t('api_info.keys.revoke_title', { name: key.name }),
      text: t('api_info.keys.revoke_text'),
      confirmLabel: t('api_info.keys.revoke'),
      danger: true,
    });
    if (sure) revoke.mutate(key);
  }

  function saved(made: KeyWithSecret | null): void {
    setOpen(made ? { kind: 'secret', ...made } : null);
    refresh();
  }

  const usable = info.keys.filter(({ state }) => state !== 'revoked');
  const revokedCount = info.keys.length - usable.length;
  const full =
    usable.length >= info.max_keys
      ? t('api_info.keys.full', { n: info.max_keys, count: info.max_keys })
      : null;
  const create = <NewKeyButton refused={locked ?? full} onClick={() => setOpen({ kind: 'new' })} />;
  const shown = withRevoked ? info.keys : usable;
  return (
    <div className={classes.stack}>
      {info.keys.length > 0 ? (
        <div className={classes.toolRow}>
          <Text c="dimmed">
            {t('api_info.keys.count', { n: usable.length, most: info.max_keys, count: info.max_keys })}
          </Text>
          <div className={classes.toolRow}>
            {revokedCount > 0 ? (
              <Switch
                label={t('api_info.keys.show_revoked', { n: revokedCount })}
                checked={withRevoked}
                onChange={(event) => setWithRevoked(event.currentTarget.checked)}
              />
            ) : null}
            {create}
          </div>
        </div>
      ) : null}
      {shown.length > 0 ? (
        <KeyTable
          keys={shown}
          nowSeconds={nowSeconds}
          locked={locked !== null}
          onEdit={(key) => setOpen({ kind: 'edit', key })}
          onRequests={(key) => setOpen({ kind: 'requests', key })}
          onRotate={(key) => setOpen({ kind: 'rotate', key })}
          onRevoke={(key) => void askRevoke(key)}
        />
      ) : (
        <div className={classes.emptyCard}>
          <EmptyState
            title={t('api_info.keys.empty')}
            hint={t('api_info.keys.empty_hint')}
            action={info.keys.length > 0 ? undefined : create}
          />
        </div>
      )}
      {open?.kind === 'new' || open?.kind === 'edit' ? (
        <KeyDialog
          {...(open.kind === 'edit' ? { edited: open.key } : {})}
          scopes={info.scopes}
          onSaved={saved}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open?.kind === 'rotate' ? (
        <RotateDialog rotated={open.key} onRotated={saved} onClose={() => setOpen(null)} />
      ) : null}
      {open?.kind === 'requests' ? <RequestsDialog shown={open.key} onClose={() => setOpen(null)} /> : null}
      {open?.kind === 'secret' ? (
        <OneTimeSecret
          title={t('api_info.keys.secret_title', { name: open.key.name })}
          label={t('api_info.keys.secret')}
          secret={open.secret}
          hint={t('api_info.keys.secret_hint')}
          onClose={() => setOpen(null)}
          testId="api-key-secret"
        />
      ) : null}
    </div>
  );
}

function NewKeyButton({ refused, onClick }: { refused: string | null; onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Tooltip label={refused} disabled={refused === null}>
      <Button
        leftSection={<IconPlus size={16} stroke={1.6} />}
        // Not `disabled`: the reason must be reachable by pointer and keyboard.
        {...(refused === null ? { onClick } : { 'data-disabled': true, 'aria-disabled': true })}
      >
        {t('api_info.keys.new')}
      </Button>
    </Tooltip>
  );
}
