import { useTranslation } from 'react-i18next';

export const ACCOUNT_TYPES = [1, 2, 3, 4, 5] as const;

/** The name of an account type. Types that only a newer server knows are shown by number. */
export function useAccountTypeName(): (type: number) => string {
  const { t } = useTranslation();
  return (type) => {
    const known = ACCOUNT_TYPES.find((candidate) => candidate === type);
    return known ? t(`common.account_types.type_${known}`) : t('common.account_type_n', { type });
  };
}
