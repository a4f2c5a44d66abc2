import { IconSettings } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SETTINGS_HANDLE_SIZE_PX, SETTINGS_HANDLE_TOP_PX } from '@/config/constants';
import { useSettingsStore } from '@/lib/stores/settings-store';
import classes from './settings.module.css';

/** The optional handle of the settings drawer on the right edge. */
export function SettingsHandle({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  const shown = useSettingsStore((settings) => settings.showSettings);
  if (!shown) return null;
  return (
    <button
      type="button"
      className={classes.handle}
      style={{ top: SETTINGS_HANDLE_TOP_PX, width: SETTINGS_HANDLE_SIZE_PX, height: SETTINGS_HANDLE_SIZE_PX }}
      aria-label={t('shell.settings')}
      onClick={onOpen}
    >
      <IconSettings size={22} stroke={1.6} aria-hidden />
    </button>
  );
}
