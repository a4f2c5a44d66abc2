import { useTranslation } from 'react-i18next';
import { boot } from '@/lib/boot';

/** The operator's title if one is set, else the default. */
export function useProductTitle(): string {
  const { t } = useTranslation();
  return boot.product_title ?? t('common.product_title');
}
