import { Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { THEME_PRESETS } from '@/config/constants';
import { useSettingsStore } from '@/lib/stores/settings-store';
import { brandOf } from '@/lib/theme/brand';
import classes from './settings.module.css';

/** Eight presets and a custom colour. */
export function ThemePicker() {
  const { t } = useTranslation();
  const { theme, change } = useSettingsStore();
  const id = useId();
  const isCurrent = (color: string): boolean => color.toLowerCase() === theme.toLowerCase();
  return (
    <div>
      <Text id={id} mb={6}>
        {t('settings.theme_color')}
      </Text>
      <div role="radiogroup" aria-labelledby={id} className={classes.swatches}>
        {THEME_PRESETS.map((color) => (
          <label key={color} className={classes.swatch} style={{ background: color }}>
            <input
              type="radio"
              name="theme-color"
              value={color}
              aria-label={color}
              checked={isCurrent(color)}
              onChange={() => change({ theme: color })}
            />
            {isCurrent(color) ? <IconCheck size={16} stroke={2.4} color="#fff" aria-hidden /> : null}
          </label>
        ))}
      </div>
      <label className={classes.freeColor}>
        <input
          type="color"
          value={brandOf(theme).shades[6]}
          onChange={(event) => change({ theme: event.currentTarget.value })}
        />
        <span>{t('settings.free_color')}</span>
        <code>{theme.toLowerCase()}</code>
      </label>
    </div>
  );
}
