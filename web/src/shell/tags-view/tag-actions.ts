/** Actions of the tab bar: update the tabs, then navigate. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { confirmLosingInput } from '@/components/confirm/confirm-losing-input';
import { paths } from '@/config/paths';
import { afterClosing, refreshPath, type Tab } from './tabs';
import { useTabsStore } from './tabs-store';

export interface TagActions {
  refresh: (tab: Tab) => Promise<void>;
  close: (tab: Tab) => Promise<void>;
  closeOthers: (tab: Tab) => Promise<void>;
  closeAll: () => Promise<void>;
}

export function useTagActions(activePath: string): TagActions {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useMemo(() => {
    const store = useTabsStore.getState;
    const closable = (keep: (tab: Tab) => boolean) =>
      store()
        .tabs.filter((tab) => !tab.affix && !keep(tab))
        .map(({ path }) => path);
    return {
      refresh: async (tab) => {
        if (!(await confirmLosingInput(t, [tab.path]))) return;
        // `/redirect` drops the view while it is not rendered, so that it mounts only once.
        await navigate(refreshPath(tab.fullPath), { replace: true });
      },
      close: async (tab) => {
        if (tab.affix || !(await confirmLosingInput(t, [tab.path]))) return;
        const left = store().close(tab.path);
        if (tab.path === activePath) await navigate(afterClosing(left, tab));
      },
      closeOthers: async (tab) => {
        if (
          !(await confirmLosingInput(
            t,
            closable(({ path }) => path === tab.path),
          ))
        )
          return;
        if (tab.path !== activePath) await navigate(tab.fullPath);
        store().closeOthers(tab.path);
      },
      closeAll: async () => {
        if (
          !(await confirmLosingInput(
            t,
            closable(() => false),
          ))
        )
          return;
        const left = store().closeAll();
        if (!left.some(({ path }) => path === activePath))
          await navigate(left.at(-1)?.fullPath ?? paths.root);
      },
    };
  }, [t, navigate, activePath]);
}
