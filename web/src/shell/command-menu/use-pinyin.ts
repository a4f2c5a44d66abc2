import { useEffect, useState } from 'react';
import { useLanguage } from '@/lib/i18n/use-language';
import { useSettingsStore } from '@/lib/stores/settings-store';
import type { ExtraMatch } from './commands';

/** The dictionary is large, so it is loaded only in Chinese and if the setting is on. */
export function usePinyin(): ExtraMatch | undefined {
  const turnedOn = useSettingsStore((settings) => settings.supportPinyinSearch);
  const wanted = useLanguage() === 'zh' && turnedOn;
  const [match, setMatch] = useState<{ by: ExtraMatch } | null>(null);
  useEffect(() => {
    if (!wanted) return;
    import('pinyin-match').then(
      ({ default: pinyin }) => setMatch({ by: (text, query) => pinyin.match(text, query) !== false }),
      // The search still works without pinyin.
      () => undefined,
    );
  }, [wanted]);
  return wanted ? match?.by : undefined;
}
