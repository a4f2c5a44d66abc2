import { NativeSelect, Textarea, TextInput } from '@mantine/core';
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
import { ADJUST_START, adjustOf, adjustProblems, type AdjustValues, newRequestId } from './adjust-form';
import { adjustBalance, type AdjustRequest } from './api/movements';

interface Props {
  /** The account, if it is chosen already. */
  account: { uid: number; username: string } | null;
  onDone: () => void;
  onClose: () => void;
}

export function AdjustDialog({ account, onDone, onClose }: Props) {
  const { t } = useTranslation();
  // One ID per dialog, so that a retry after a lost response is not counted twice.
  const [requestId] = useState(newRequestId);
  const [proof, setProof] = useState(NO_PROOF);
  const [refused, setRefused] = useState<Partial<Record<string, string>>>({});
  const form = useForm<AdjustValues>({
    initialValues: { ...ADJUST_START, uid: account ? String(account.uid) : '' },
    validate: (values) =>
      Object.fromEntries(
        Object.entries(adjustProblems(values)).map(([name, problem]) => [
          name,
          t(`finance.adjust.problems.${problem}`),
        ]),
      ),
  });
  const adjust = useMutation({
    mutationFn: (request: AdjustRequest) => adjustBalance({ ...request, ...proofBody(proof) }),
    onSuccess: ({ approval }) => {
      toast.success(approval == null ? t('finance.adjust.done') : t('form.sent_for_approval'));
      onDone();
    },
    onError: (reason) => {
      const problems = fieldErrors(reason);
      form.setErrors(problems);
      setRefused(problems);
    },
  });
  return (
    <FormDialog
      name="adjust"
      title={t('finance.adjust.title')}
      dirty={form.isDirty()}
      busy={adjust.isPending}
      submitLabel={t('finance.adjust.submit')}
      onSubmit={form.onSubmit((values) => {
        const request = adjustOf(values, requestId);
        if (request) adjust.mutate(request);
      })}
      onClose={onClose}
    >
      <AccountPicker
        data-autofocus
        known={account}
        label={t('recharge.account')}
        {...form.getInputProps('uid')}
      />
      <NativeSelect
        label={t('finance.bucket')}
        data={(['points', 'credit'] as const).map((value) => ({
          value,
          label: t(`finance.buckets.${value}`),
        }))}
        {...form.getInputProps('bucket')}
      />
      <TextInput
        label={t('finance.amount')}
        description={t('finance.adjust.amount_hint')}
        autoComplete="off"
        {...form.getInputProps('amount')}
      />
      <Textarea
        label={t('finance.reason')}
        description={t('finance.adjust.reason_hint')}
        autosize
        minRows={2}
        maxLength={REASON_MAX_CHARS}
        {...form.getInputProps('reason')}
      />
      <SecondPersonFields proof={proof} onChange={setProof} errors={refused} />
    </FormDialog>
  );
}
