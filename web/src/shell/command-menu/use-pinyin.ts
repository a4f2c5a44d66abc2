import { useEffect, useState } from 'react';
import { useLanguage } from '@/lib/i18n/use-language';
import { useSettingsStore } from '@/lib/stores/settings-store';
import type { ExtraMatch } from './commands';

/** Its dictionary is large, so it is only fetched by those who read Chinese and turned the search on. */
export function usePinyin(): ExtraMatch | undefined {
  const turnedOn = useSettingsStore((settings) => settings.supportPinyinSearch);
  const wanted = useLanguage() === 'zh' && turnedOn;
  const [match, setMatch] = useState<{ by: ExtraMatch } | null>(null);
  useEffect(() => {
    if (!wanted) return;
    import('pinyin-match').then(
      ({ default: pinyin }) => setMatch({ by: (text, query) => pinyin.match(text, query) !== false }),
      // Without it the search still works letter by letter.
      () => undefined,
    );
  }, [wanted]);
  return wanted ? match?.by : undefined;
}
