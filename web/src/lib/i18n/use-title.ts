/** Route titles: a key under `menu.` if it exists, else the text itself. */
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import i18next from 'i18next';

const UNTITLED = 'no-name';

export function translateTitle(title: string | undefined, t: TFunction): string {
  if (!title) return UNTITLED;
  const key = `menu.${title}`;
  return i18next.exists(key) ? t(key, title) : title;
}

export function useTitle(): (title: string | undefined) => string {
  const { t } = useTranslation();
  return (title) => translateTitle(title, t);
}
