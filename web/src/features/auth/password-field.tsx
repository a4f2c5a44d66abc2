import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** A password field with a visibility toggle and a caps lock hint. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation();
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <PasswordInput
      {...props}
      visibilityToggleButtonProps={{ 'aria-label': t('auth.show_password'), tabIndex: 0 }}
      description={capsLock ? <span role="status">{t('auth.caps_lock')}</span> : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onKeyDown={watch}
      onKeyUp={watch}
      onBlur={(event) => {
        setCapsLock(false);
        props.onBlur?.(event);
      }}
    />
  );
}
