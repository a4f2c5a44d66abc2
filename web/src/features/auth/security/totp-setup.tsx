import { Code, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyAction } from '@/components/copy/copy-action';
import { QrCode } from '@/components/qr-code/lazy-qr-code';
import { FormDialog } from '@/components/form/form-dialog';
import { fieldErrors } from '@/components/form/form-errors';
import { cleanCode } from '../credentials';
import { PasswordDialog } from './password-dialog';
import { groupSecret } from './secret-text';
import { beginTotp, type Enrolment, enableTotp } from './security-calls';
import classes from './security.module.css';

interface Props {
  /** Also ask for the second factor that the account has. */
  withCode: boolean;
  onEnabled: (codes: readonly string[]) => void;
  onClose: () => void;
}

/** First confirms the password, then shows the secret and verifies a code. */
export function TotpSetup({ withCode, onEnabled, onClose }: Props) {
  const { t } = useTranslation();
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  if (enrolment) return <ScanStep enrolment={enrolment} onEnabled={onEnabled} onClose={onClose} />;
  return (
    <PasswordDialog
      title={t('security.step_password')}
      submitLabel={t('security.next')}
      withCode={withCode}
      run={async ({ password, code }) => setEnrolment(await beginTotp(password, code))}
      onClose={onClose}
    />
  );
}

function ScanStep({ enrolment, onEnabled, onClose }: Omit<Props, 'withCode'> & { enrolment: Enrolment }) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (cleanCode(code) === '' ? t('security.code_required') : null) },
  });
  const enable = useMutation({
    mutationFn: (code: string) => enableTotp(cleanCode(code)),
    onSuccess: onEnabled,
    onError: (reason) => {
      form.setErrors(fieldErrors(reason));
    },
  });
  return (
    <FormDialog
      name="totp"
      size={460}
      title={t('security.step_scan')}
      dirty={false}
      busy={enable.isPending}
      submitLabel={t('security.turn_on')}
      onSubmit={form.onSubmit(({ code }) => enable.mutate(code))}
      onClose={onClose}
    >
      <Text>{t('security.scan_text')}</Text>
      <div className={classes.qr}>
        <QrCode text={enrolment.uri} label={t('security.qr_label')} />
      </div>
      <div>
        <Text size="xs" c="dimmed" mb={4}>
          {t('security.secret')}
        </Text>
        <Group gap={6} wrap="nowrap">
          <Code className={classes.secret} data-testid="totp-secret">
            {groupSecret(enrolment.secret)}
          </Code>
          <CopyAction value={enrolment.secret} label={t('security.copy_secret')} />
        </Group>
      </div>
      <TextInput
        data-autofocus
        label={t('security.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.getInputProps('code')}
      />
    </FormDialog>
  );
}
