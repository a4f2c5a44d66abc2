/** Timers and calls of the top-up dialog. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { COUNTDOWN_TICK_MS, RECHARGE_STATUS_POLL_MS } from '@/config/constants';
import { ApiError } from '@/lib/api/envelope';
import { countdown, type Countdown } from '@/lib/countdown';
import { refreshUser } from '@/lib/session/session';
import { useSessionStore } from '@/lib/session/session-store';
import { toast } from '@/lib/toast';
import { createOrder, type OrderKind, payOnSimulator, queryOrder } from './api/orders';
import { RECHARGE_START, rechargeStep } from './recharge-machine';

export function useRecharge(kind: OrderKind) {
  const { t } = useTranslation();
  const [state, tell] = useReducer(rechargeStep, RECHARGE_START);
  const { step, order, polling } = state;
  const orderId = order?.id;

  const create = useMutation({
    mutationFn: (amount: string) => createOrder(kind, amount),
    meta: { quiet: true },
    onSuccess: (made) => {
      toast.success(t('recharge.created'));
      tell({ kind: 'created', order: made });
    },
    onError: (reason) => {
      const refused = reason instanceof ApiError && !reason.isNetwork;
      toast.error(
        refused ? t('recharge.create_failed', { msg: reason.message }) : t('recharge.request_failed'),
      );
    },
  });

  const simulate = useMutation({
    mutationFn: payOnSimulator,
    meta: { quiet: true },
    onSuccess: () => toast.success(t('recharge.simulated')),
    onError: (reason) => toast.error(reason.message || t('recharge.request_failed')),
  });

  useEffect(() => {
    if (!polling || orderId === undefined) return undefined;
    const closing = new AbortController();
    let asking = false;
    const timer = setInterval(() => {
      // Wait for a slow response instead of sending another request.
      if (asking) return;
      asking = true;
      queryOrder(orderId, closing.signal)
        .then((latest) => tell({ kind: 'polled', order: latest }))
        .catch((reason: unknown) => {
          // Network errors are retried at the next interval.
          if (reason instanceof ApiError && !reason.isNetwork) tell({ kind: 'refused' });
        })
        .finally(() => {
          asking = false;
        });
    }, RECHARGE_STATUS_POLL_MS);
    return () => {
      clearInterval(timer);
      closing.abort();
    };
  }, [polling, orderId]);

  useEffect(() => {
    if (step !== 'done') return;
    refreshUser().catch(() => useSessionStore.setState({ updateBalance: true }));
  }, [step]);

  return { ...state, tell, create, simulate };
}

/** Ticks every second and stops when the time is over. */
export function useCountdown(expireSeconds: number): Countdown {
  const [now, setNow] = useState(() => Date.now());
  const left = countdown(expireSeconds, now);
  useEffect(() => {
    if (left.expired) return undefined;
    const timer = setInterval(() => setNow(Date.now()), COUNTDOWN_TICK_MS);
    return () => clearInterval(timer);
  }, [left.expired]);
  return left;
}
