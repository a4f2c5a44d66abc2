import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '@/components/form/form-dialog';
import { fieldErrors } from '@/components/form/form-errors';
import { toast } from '@/lib/toast';
import { type Order, verifyOrder } from './api/orders';
import { cleanTxid } from './order-actions';
import { ORDER_LATE, ORDER_PAID } from './recharge-machine';

interface Props {
  order: Order;
  onDone: () => void;
  onClose: () => void;
}

/** Asks for the transaction hash of a payment that was not detected. */
export function VerifyDialog({ order, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { txid: '' },
    validate: { txid: (txid) => (cleanTxid(txid) === null ? t('recharge.txid_problem') : null) },
  });
  const verify = useMutation({
    mutationFn: (txid: string) => verifyOrder(order.id, txid),
    onSuccess: ({ status }) => {
      if (status === ORDER_PAID) toast.success(t('recharge.verified'));
      else toast.warning(status === ORDER_LATE ? t('recharge.late') : t('recharge.not_verified'));
      onDone();
    },
    onError: (reason) => {
      form.setErrors(fieldErrors(reason));
    },
  });
  return (
    <FormDialog
      name="order-verify"
      title={t('recharge.verify_title', { id: order.id })}
      dirty={form.isDirty()}
      busy={verify.isPending}
      submitLabel={t('recharge.verify')}
      onSubmit={form.onSubmit(({ txid }) => {
        const checked = cleanTxid(txid);
        if (checked !== null) verify.mutate(checked);
      })}
      onClose={onClose}
    >
      <Text c="dimmed">{t('recharge.verify_text', { amount: order.amount })}</Text>
      <TextInput
        data-autofocus
        label={t('recharge.txid')}
        description={t('recharge.txid_hint')}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('txid')}
      />
    </FormDialog>
  );
}
