import { Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';

/** Storage key that the opener window reads. */
export const AUTH_CODE_KEY = 'x-admin-oauth-code';

/** Stores the query string for the opener, then closes the window. */
export default function AuthRedirectPage() {
  const { t } = useTranslation();
  const { search } = useLocation();
  useEffect(() => {
    localStorage.setItem(AUTH_CODE_KEY, search.slice(1));
    window.close();
  }, [search]);
  return (
    <Text component="main" p="xl">
      {t('auth.window_can_be_closed')}
    </Text>
  );
}
