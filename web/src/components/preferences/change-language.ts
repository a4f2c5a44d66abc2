import i18next from 'i18next';
import type { Language } from '@/config/constants';
import { switchLanguage } from '@/lib/i18n/i18n';
import { toast } from '@/lib/toast';

export async function changeLanguage(language: Language): Promise<void> {
  try {
    await switchLanguage(language);
    toast.success(i18next.t('common.language_switched'));
  } catch {
    toast.error(i18next.t('errors.page_not_loaded'));
  }
}
