import { Alert, Button, Code, Group, Loader, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconClockOff, IconFlask } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyAction } from '@/components/copy/copy-action';
import { QrCode } from '@/components/qr-code/lazy-qr-code';
import { RECHARGE_NETWORK } from '@/config/constants';
import { boot } from '@/lib/boot';
import type { Countdown } from '@/lib/countdown';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatPoints } from '@/lib/money';
import { useSessionStore } from '@/lib/session/session-store';
import type { Order } from './api/orders';
import { ORDER_LATE } from './recharge-machine';
import { useCountdown } from './use-recharge';
import classes from './recharge.module.css';

interface Props {
  order: Order;
  polling: boolean;
  onTimeout: () => void;
  onResume: () => void;
  /** Starts again with another order. */
  onNew: () => void;
  simulating: boolean;
  onSimulate: () => void;
}

export function PayStep({ order, polling, onTimeout, onResume, onNew, simulating, onSimulate }: Props) {
  const { t } = useTranslation();
  const left = useCountdown(order.expire_time);
  const timedOut = useEffectEvent(onTimeout);
  useEffect(() => {
    if (left.expired) timedOut();
  }, [left.expired]);
  return (
    <Stack gap="md">
      {left.expired ? (
        <Alert role="alert" color="red" icon={<IconClockOff size={18} stroke={1.6} />}>
          {t('recharge.expired')}
        </Alert>
      ) : null}
      <Lead order={order} left={left} />
      <Waiting order={order} polling={polling} expired={left.expired} onResume={onResume} />
      <div className={classes.pay} data-expired={left.expired || undefined}>
        {left.expired ? null : (
          <div className={classes.qr}>
            {boot.demo ? (
              <Alert color="red" p="xs" role="note">
                <Text fw={700} ta="center" size="sm">
                  {t('recharge.demo_no_money')}
                </Text>
              </Alert>
            ) : null}
            <QrCode text={order.wallet_address} label={t('recharge.qr_label')} />
          </div>
        )}
        <PaymentFacts order={order} expired={left.expired} />
      </div>
      {left.expired ? null : (
        <Alert color="red" icon={<IconAlertTriangle size={18} stroke={1.6} />}>
          <Text fw={600} className={classes.red}>
            {t('recharge.only_network', { network: RECHARGE_NETWORK })}
          </Text>
          <Text>{t('recharge.exact_warning')}</Text>
        </Alert>
      )}
      {left.expired ? <Button onClick={onNew}>{t('recharge.new_order')}</Button> : null}
      {boot.demo && !left.expired ? (
        <Button
          variant="light"
          leftSection={<IconFlask size={16} stroke={1.6} />}
          loading={simulating}
          onClick={onSimulate}
        >
          {t('recharge.simulate')}
        </Button>
      ) : null}
    </Stack>
  );
}

/** What has to be paid, and in which time. */
function Lead({ order, left }: { order: Order; left: Countdown }) {
  const { t } = useTranslation();
  const two = (count: number): string => String(count).padStart(2, '0');
  return (
    <dl className={classes.lead}>
      <div>
        <dt>{t('recharge.pay_amount')}</dt>
        <dd>
          <Group gap={8} wrap="nowrap">
            <span className={classes.amount} data-testid="pay-amount">
              {t('recharge.amount_usdt', { amount: order.amount })}
            </span>
            {left.expired ? null : <CopyAction value={order.amount} label={t('recharge.copy_amount')} />}
          </Group>
        </dd>
      </div>
      <div>
        <dt>{t('recharge.time_left')}</dt>
        <dd className={classes.countdown}>
          <span role="timer">
            {left.expired ? t('recharge.time_over') : `${two(left.minutes)}:${two(left.seconds)}`}
          </span>
        </dd>
      </div>
    </dl>
  );
}

function PaymentFacts({ order, expired }: { order: Order; expired: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const decimals = useSessionStore((session) => session.user?.ud ?? 0);
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t('recharge.address', { network: RECHARGE_NETWORK })}</dt>
        <dd>
          <Group gap={8} wrap="nowrap">
            <Code className={classes.address}>{order.wallet_address}</Code>
            {expired ? null : <CopyAction value={order.wallet_address} label={t('recharge.copy_address')} />}
          </Group>
        </dd>
      </div>
      <div>
        <dt>{order.kind === 'quota' ? t('recharge.buys_quota') : t('recharge.buys_points')}</dt>
        <dd className="ns-numeric">{formatPoints(order.points, decimals, language)}</dd>
      </div>
    </dl>
  );
}

interface WaitingProps extends Pick<Props, 'order' | 'polling' | 'onResume'> {
  expired: boolean;
}

function Waiting({ order, polling, expired, onResume }: WaitingProps) {
  const { t } = useTranslation();
  if (order.status === ORDER_LATE) return <Alert color="yellow">{t('recharge.late')}</Alert>;
  if (!polling) {
    return (
      <Group gap="xs">
        <Text c="dimmed">{expired ? t('recharge.paid_in_time') : t('recharge.stopped')}</Text>
        <Button variant="default" size="compact-sm" onClick={onResume}>
          {t('recharge.check_again')}
        </Button>
      </Group>
    );
  }
  return (
    <Group gap="xs" role="status">
      <Loader size={14} aria-hidden />
      <Text c="dimmed">{expired ? t('recharge.looking') : t('recharge.waiting', { id: order.id })}</Text>
    </Group>
  );
}
