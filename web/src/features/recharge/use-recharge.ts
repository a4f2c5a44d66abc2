/** The top-up dialog's timers and calls around its machine. */
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
    onSuccess: () => toast.success(t('recharge.simulated')),
    onError: (reason) => toast.error(reason.message || t('recharge.request_failed')),
  });

  useEffect(() => {
    if (!polling || orderId === undefined) return undefined;
    const closing = new AbortController();
    let asking = false;
    const timer = setInterval(() => {
      // A slow answer is waited for: two at once would only make it slower.
      if (asking) return;
      asking = true;
      queryOrder(orderId, closing.signal)
        .then((latest) => tell({ kind: 'polled', order: latest }))
        .catch((reason: unknown) => {
          // A lost connection is no answer; the next round asks again.
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

/** Ticks once a second and stops by itself when the time is over. */
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
