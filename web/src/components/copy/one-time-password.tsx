import { useTranslation } from 'react-i18next';
import { OneTimeSecret } from './one-time-secret';

interface Props {
  title: string;
  username: string;
  password: string;
  onClose: () => void;
}

/** The initial password of an account, shown once. */
export function OneTimePassword({ title, username, password, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <OneTimeSecret
      title={title}
      label={t('form.one_time_password')}
      secret={password}
      hint={t('form.one_time_hint', { name: username })}
      onClose={onClose}
      testId="one-time-password"
    />
  );
}
