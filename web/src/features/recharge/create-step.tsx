import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { RECHARGE_MAX_USDT, RECHARGE_MIN_USDT, RECHARGE_NETWORK } from '@/config/constants';
import { useLanguage } from '@/lib/i18n/use-language';
import { rechargeAmount } from '@/lib/money';

interface Props {
  busy: boolean;
  /** Receives the amount in the server's format. */
  onCreate: (amount: string) => void;
}

export function CreateStep({ busy, onCreate }: Props) {
  const { t } = useTranslation();
  const amounts = new Intl.NumberFormat(useLanguage());
  const limits = { min: amounts.format(RECHARGE_MIN_USDT), max: amounts.format(RECHARGE_MAX_USDT) };
  const form = useForm({
    initialValues: { amount: '' },
    validate: {
      amount: (amount) => (rechargeAmount(amount) === null ? t('recharge.amount_problem', limits) : null),
    },
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ amount }) => {
        const checked = rechargeAmount(amount);
        if (checked !== null) onCreate(checked);
      })}
    >
      <Stack gap="md">
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
        <Alert color="red" icon={<IconAlertTriangle size={18} stroke={1.6} />}>
          {t('recharge.only_network', { network: RECHARGE_NETWORK })}
        </Alert>
        <Button type="submit" size="md" fullWidth loading={busy}>
          {t('recharge.create')}
        </Button>
      </Stack>
    </form>
  );
}
