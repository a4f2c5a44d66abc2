/** The top-up dialog: create an order, pay it, done. Mounted when opened, so it starts anew. */
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/components/dialog/dialog';
import { DIALOG_WIDTH_PX } from '@/config/constants';
import type { OrderKind } from './api/orders';
import { CreateStep } from './create-step';
import { DoneStep } from './done-step';
import { PayStep } from './pay-step';
import { Steps } from './steps';
import { useRecharge } from './use-recharge';

interface Props {
  kind: OrderKind;
  /** Points that a task needs; 0 without one. */
  missing?: number;
  onClose: () => void;
}

export default function RechargeDialog({ kind, missing = 0, onClose }: Props) {
  const { t } = useTranslation();
  const narrow = useMediaQuery(`(max-width: ${DIALOG_WIDTH_PX - 0.02}px)`, false, {
    getInitialValueInEffect: false,
  });
  const { step, order, polling, tell, create, simulate } = useRecharge(kind);

  function close(): void {
    tell({ kind: 'closed' });
    onClose();
  }

  return (
    <Dialog
      onClose={close}
      title={kind === 'quota' ? t('recharge.title_quota') : t('recharge.title_points')}
      size={narrow ? '100%' : DIALOG_WIDTH_PX}
      {...(narrow ? { xOffset: 0, yOffset: 0 } : {})}
      // Clicking outside must not hide an order that is being paid.
      closeOnClickOutside={step !== 'pay'}
    >
      <Steps step={step} />
      {step === 'create' ? (
        <CreateStep
          kind={kind}
          missing={missing}
          busy={create.isPending}
          onCreate={(amount) => create.mutate(amount)}
        />
      ) : null}
      {step === 'pay' && order ? (
        <PayStep
          order={order}
          polling={polling}
          onTimeout={() => tell({ kind: 'timed_out' })}
          onResume={() => tell({ kind: 'resumed' })}
          onNew={() => tell({ kind: 'closed' })}
          simulating={simulate.isPending || simulate.isSuccess}
          onSimulate={() => simulate.mutate(order.id)}
        />
      ) : null}
      {step === 'done' && order ? <DoneStep order={order} onClose={close} /> : null}
    </Dialog>
  );
}
