import { SegmentedControl, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountPicker } from '@/components/account-picker/account-picker';
import { FormDialog } from '@/components/form/form-dialog';
import { fieldErrors } from '@/components/form/form-errors';
import { NO_PROOF, proofBody, SecondPersonFields } from '@/components/second-person/second-person-fields';
import { REASON_MAX_CHARS } from '@/config/constants';
import { toast } from '@/lib/toast';
import { creditDeposit, type CreditRequest, type Deposit } from './api/deposits';
import { creditOf, creditProblems, creditStart, type CreditValues } from './credit-form';

interface Props {
  deposit: Deposit;
  onDone: () => void;
  onClose: () => void;
}

export function CreditDialog({ deposit, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const [proof, setProof] = useState(NO_PROOF);
  const [refused, setRefused] = useState<Partial<Record<string, string>>>({});
  const form = useForm<CreditValues>({
    initialValues: creditStart(deposit),
    validate: (values) =>
      Object.fromEntries(
        Object.entries(creditProblems(values)).map(([name, problem]) => [
          name,
          t(`recharge.deposit.problems.${problem}`),
        ]),
      ),
  });
  const credit = useMutation({
    mutationFn: (request: CreditRequest) => creditDeposit({ ...request, ...proofBody(proof) }),
    onSuccess: ({ approval }) => {
      toast.success(approval == null ? t('recharge.deposit.credited') : t('form.sent_for_approval'));
      onDone();
    },
    onError: (reason) => {
      const problems = fieldErrors(reason);
      form.setErrors(problems);
      setRefused(problems);
    },
  });
  const { target } = form.getValues();
  const { uid, username } = deposit;
  const known = uid == null ? null : { uid, username: username ?? '' };
  return (
    <FormDialog
      name="deposit-credit"
      title={t('recharge.deposit.credit_title')}
      dirty={form.isDirty()}
      busy={credit.isPending}
      submitLabel={t('recharge.deposit.credit')}
      onSubmit={form.onSubmit((values) => {
        const request = creditOf(deposit.id, values);
        if (request) credit.mutate(request);
      })}
      onClose={onClose}
    >
      <Text c="dimmed">
        {t('recharge.deposit.credit_text', { amount: deposit.amount, sender: deposit.sender })}
      </Text>
      <SegmentedControl
        aria-label={t('recharge.deposit.target')}
        data={[
          { value: 'order', label: t('recharge.deposit.to_order') },
          { value: 'account', label: t('recharge.deposit.to_account') },
        ]}
        {...form.getInputProps('target')}
      />
      {target === 'order' ? (
        <TextInput
          data-autofocus
          label={t('recharge.order_id')}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('order')}
        />
      ) : (
        <AccountPicker
          data-autofocus
          label={t('recharge.account')}
          known={known}
          {...form.getInputProps('uid')}
        />
      )}
      <Textarea
        label={t('finance.reason')}
        autosize
        minRows={2}
        maxLength={REASON_MAX_CHARS}
        {...form.getInputProps('reason')}
      />
      <SecondPersonFields proof={proof} onChange={setProof} errors={refused} />
    </FormDialog>
  );
}
