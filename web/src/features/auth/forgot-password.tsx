import { Alert, Anchor, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { boot } from '@/lib/boot';

/** Tells people who have forgotten their password whom to ask. */
export function ForgotPassword() {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <div>
      <Text ta="center">
        <Anchor
          component="button"
          type="button"
          underline="always"
          inherit
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {t('auth.forgot_password')}
        </Anchor>
      </Text>
      <div id={id} role="status">
        {open ? (
          <Alert color="blue" mt="xs">
            {t('auth.forgot_text')}
            {boot.operator_contact ? (
              <Text inherit mt={4} style={{ overflowWrap: 'anywhere' }}>
                {t('auth.forgot_contact', { contact: boot.operator_contact })}
              </Text>
            ) : null}
          </Alert>
        ) : null}
      </div>
    </div>
  );
}
