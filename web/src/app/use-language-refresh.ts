import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLanguage } from '@/lib/i18n/use-language';
import { useSessionStore } from '@/lib/session/session-store';
import { loadSession } from './load-session';

/** After a language switch, fetches again what the server answers in the user's language: the menu and all data. */
export function useLanguageRefresh(): void {
  const language = useLanguage();
  const queryClient = useQueryClient();
  const shown = useRef(language);
  useEffect(() => {
    if (shown.current === language) return;
    shown.current = language;
    void queryClient.invalidateQueries();
    if (useSessionStore.getState().token === null) return;
    void loadSession().then((outcome) => {
      // Try again with the next navigation.
      if (outcome.kind !== 'entered') useSessionStore.setState({ updateMenu: true });
    });
  }, [language, queryClient]);
}
