import { NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DateField } from '@/components/date-field/date-field';
import { FormDialog } from '@/components/form/form-dialog';
import { fieldErrors } from '@/components/form/form-errors';
import { toast } from '@/lib/toast';
import { createInvite } from './api/invites';
import { checkInvite, type InviteValues, NEW_INVITE, newInviteOf } from './invite-form';

const MAX_CODE = 32;
const MAX_NOTE = 200;

export function InviteCreateDialog({ onCreated, onClose }: { onCreated: () => void; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useForm<InviteValues>({
    initialValues: NEW_INVITE,
    validate: (values) => {
      const { max_uses, expires } = checkInvite(values, Date.now() / 1000);
      return {
        ...(max_uses ? { max_uses: t('invites.max_uses_wrong') } : {}),
        ...(expires ? { expires: t('invites.expires_wrong') } : {}),
      };
    },
  });
  const create = useMutation({
    mutationFn: (values: InviteValues) => createInvite(newInviteOf(values)),
    onSuccess: () => {
      toast.success(t('invites.created'));
      onCreated();
    },
    onError: (reason) => {
      const { expires_at, ...fields } = fieldErrors(reason);
      form.setErrors({ ...fields, ...(expires_at ? { expires: expires_at } : {}) });
    },
  });
  return (
    <FormDialog
      name="invite-create"
      title={t('invites.new')}
      size={460}
      dirty={form.isDirty()}
      busy={create.isPending}
      submitLabel={t('form.create')}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t('invites.note')}
        description={t('invites.note_hint')}
        maxLength={MAX_NOTE}
        {...form.getInputProps('note')}
      />
      <NumberInput
        label={t('invites.max_uses')}
        min={1}
        allowDecimal={false}
        {...form.getInputProps('max_uses')}
      />
      <DateField
        withTime
        label={t('invites.expires_at')}
        description={t('invites.expires_hint')}
        {...form.getInputProps('expires')}
      />
      <TextInput
        label={t('invites.code')}
        description={t('invites.code_hint')}
        maxLength={MAX_CODE}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('code')}
      />
    </FormDialog>
  );
}
