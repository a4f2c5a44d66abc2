import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { RECHARGE_MAX_USDT, RECHARGE_MIN_USDT, RECHARGE_NETWORK } from '@/config/constants';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatPoints, pointsFor, rechargeAmount, usdtFor } from '@/lib/money';
import { heldOf, showsBalance, showsCredit } from '@/lib/session/account';
import { useSessionStore } from '@/lib/session/session-store';
import { rateOptions, type OrderKind } from './api/orders';
import classes from './recharge.module.css';

/** In USDT. Any other amount can be typed. */
const QUICK_AMOUNTS = [20, 50, 100, 500];

interface Props {
  kind: OrderKind;
  /** Points that a task needs. */
  missing: number;
  busy: boolean;
  /** Receives the amount in the server's format. */
  onCreate: (amount: string) => void;
}

export function CreateStep({ kind, missing, busy, onCreate }: Props) {
  const { t } = useTranslation();
  const amounts = new Intl.NumberFormat(useLanguage());
  const limits = { min: amounts.format(RECHARGE_MIN_USDT), max: amounts.format(RECHARGE_MAX_USDT) };
  const form = useForm({
    initialValues: { amount: '' },
    validate: {
      amount: (amount) => (rechargeAmount(amount) === null ? t('recharge.amount_problem', limits) : null),
    },
  });
  const rate = useQuery({
    ...rateOptions(),
    staleTime: 0,
  }).data;
  const suggested = missing > 0 && rate !== undefined ? usdtFor(missing, rate) : null;
  const applied = useRef(false);
  const { setFieldValue } = form;
  const { amount: typed } = form.values;
  useEffect(() => {
    if (suggested === null || applied.current) return;
    applied.current = true;
    // Keep what the user has typed in the meantime.
    if (typed === '') setFieldValue('amount', suggested);
  }, [suggested, typed, setFieldValue]);
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ amount }) => {
        const checked = rechargeAmount(amount);
        if (checked !== null) onCreate(checked);
      })}
    >
      <Stack gap="md">
        {missing > 0 ? <Missing missing={missing} /> : null}
        <TextInput
          data-autofocus
          label={t('recharge.amount')}
          description={t('recharge.amount_hint', limits)}
          inputMode="decimal"
          autoComplete="off"
          size="md"
          rightSection={t('recharge.usdt')}
          rightSectionWidth={64}
          rightSectionPointerEvents="none"
          {...form.getInputProps('amount')}
        />
        <Group gap={6}>
          {QUICK_AMOUNTS.map((amount) => (
            <Button
              key={amount}
              size="compact-sm"
              variant="default"
              aria-pressed={typed === String(amount)}
              onClick={() => setFieldValue('amount', String(amount))}
            >
              {t('recharge.amount_usdt', { amount: amounts.format(amount) })}
            </Button>
          ))}
        </Group>
        <Offer kind={kind} rate={rate} typed={typed} />
        <Alert color="red" icon={<IconAlertTriangle size={18} stroke={1.6} />}>
          <Text fw={600} className={classes.red}>
            {t('recharge.only_network', { network: RECHARGE_NETWORK })}
          </Text>
        </Alert>
        <Button type="submit" size="md" fullWidth loading={busy}>
          {t('recharge.create')}
        </Button>
      </Stack>
    </form>
  );
}

interface OfferProps {
  kind: OrderKind;
  rate: number | undefined;
  typed: string;
}

/** What the task needs. The amount is filled in accordingly. */
function Missing({ missing }: { missing: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const decimals = useSessionStore((session) => session.user?.ud ?? 0);
  return <Text fw={600}>{t('recharge.missing', { points: formatPoints(missing, decimals, language) })}</Text>;
}

/** What the typed amount buys, the rate, and what the account has. */
function Offer({ kind, rate, typed }: OfferProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const user = useSessionStore((session) => session.user);
  const amount = (points: number | bigint): string => formatPoints(points, user?.ud ?? 0, language);
  const bought = rate === undefined ? null : pointsFor(typed, rate);
  return (
    <dl className={classes.offer}>
      <div data-leads>
        <dt>{kind === 'quota' ? t('recharge.buys_quota') : t('recharge.buys_points')}</dt>
        <dd className="ns-numeric" data-testid="bought" aria-live="polite">
          {bought === null ? '—' : t('recharge.at_least', { points: amount(bought) })}
        </dd>
      </div>
      {rate === undefined ? null : (
        <div>
          <dt>{t('recharge.rate')}</dt>
          <dd className="ns-numeric">{t('recharge.rate_line', { points: amount(rate) })}</dd>
        </div>
      )}
      {user && showsBalance(user) ? (
        <div>
          <dt>{t('recharge.balance')}</dt>
          <dd className="ns-numeric">
            {amount(user.balance)}
            {heldOf(user) > 0 ? ` (${t('recharge.held', { amount: amount(heldOf(user)) })})` : null}
          </dd>
        </div>
      ) : null}
      {user && showsCredit(user) ? (
        <div>
          <dt>{t('recharge.quota')}</dt>
          <dd className="ns-numeric">{amount(user.credit)}</dd>
        </div>
      ) : null}
    </dl>
  );
}
