import { Alert, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconShieldLock } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '@/components/form/code-field';
import { FormDialog } from '@/components/form/form-dialog';
import { fieldErrors } from '@/components/form/form-errors';
import { useSecondPerson } from '@/components/second-person/second-person-fields';
import { RECHARGE_NETWORK } from '@/config/constants';
import { useSessionStore } from '@/lib/session/session-store';
import { toast } from '@/lib/toast';
import { setWallet, type Wallet } from './api/wallets';
import { looksLikeAddress } from './address';

const LABEL_MAX = 60;

interface WalletValues {
  address: string;
  label: string;
  password: string;
  /** The second factor, if the user has one. */
  code: string;
}

interface Props {
  /** The wallet to activate. Null adds a new one. */
  wallet: Wallet | null;
  onSaved: (wallets: readonly Wallet[]) => void;
  onClose: () => void;
}

/** Changing the receiving wallet requires the password. */
export function WalletDialog({ wallet, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const enrolled = useSessionStore((session) => session.user?.totp_enabled ?? false);
  // The server may require a code even if this page does not know yet that it is turned on.
  const [asked, setAsked] = useState(false);
  const secondFactor = enrolled || asked;
  const secondPerson = useSecondPerson();
  const form = useForm<WalletValues>({
    initialValues: { address: wallet?.address ?? '', label: wallet?.label ?? '', password: '', code: '' },
    validate: {
      address: (address) => (looksLikeAddress(address) ? null : t('recharge.wallet.address_problem')),
      password: (password) => (password === '' ? t('recharge.wallet.password_required') : null),
      code: (code) => (secondFactor && code.trim() === '' ? t('recharge.wallet.code_required') : null),
    },
  });
  const save = useMutation({
    mutationFn: ({ address, label, password, code }: WalletValues) =>
      setWallet({
        address: address.trim(),
        label: label.trim(),
        password,
        ...(secondFactor ? { code: code.trim() } : {}),
      }),
    onSuccess: ({ wallets, approval }) => {
      toast.success(approval == null ? t('recharge.wallet.saved') : t('form.sent_for_approval'));
      onSaved(wallets);
    },
    onError: (reason) => {
      const problems = fieldErrors(reason);
      setAsked(asked || 'code' in problems);
      form.setErrors(problems);
    },
  });
  return (
    <FormDialog
      name="wallet"
      title={wallet ? t('recharge.wallet.activate_title') : t('recharge.wallet.add_title')}
      dirty={form.isDirty()}
      busy={save.isPending}
      submitLabel={wallet ? t('recharge.wallet.activate') : t('recharge.wallet.add')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <TextInput
        {...(wallet ? { readOnly: true } : { 'data-autofocus': true })}
        label={t('recharge.wallet.address', { network: RECHARGE_NETWORK })}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('address')}
      />
      <TextInput
        label={t('recharge.wallet.label')}
        maxLength={LABEL_MAX}
        autoComplete="off"
        {...form.getInputProps('label')}
      />
      <Alert color="yellow" icon={<IconShieldLock size={18} stroke={1.6} />}>
        {t('recharge.wallet.warning')}
        {secondPerson ? ` ${t('form.second_person_text')}` : ''}
      </Alert>
      <PasswordInput
        label={t('recharge.wallet.password')}
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
      {secondFactor ? (
        <CodeField {...form.getInputProps('code')} onPasskey={(code) => form.setFieldValue('code', code)} />
      ) : null}
    </FormDialog>
  );
}
