import { useTranslation } from 'react-i18next';
import { changeLanguage } from './change-language';
import { LANGUAGE_NAMES, LANGUAGES } from '@/config/constants';
import { useLanguage } from '@/lib/i18n/use-language';
import classes from './language-links.module.css';

/** Lists all languages, because users who cannot read the page would not open a menu. */
export function LanguageLinks() {
  const { t } = useTranslation();
  const current = useLanguage();
  return (
    <footer className={classes.languages} aria-label={t('common.language')}>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === current}
          onClick={() => void changeLanguage(language)}
        >
          {LANGUAGE_NAMES[language]}
        </button>
      ))}
    </footer>
  );
}
