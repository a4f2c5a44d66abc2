import i18next from 'i18next';
import { useLocation, useNavigate } from 'react-router';
import { confirmLosingInput } from '@/components/confirm/confirm-losing-input';
import type { Size } from '@/config/constants';
import { useAppStore } from '@/lib/stores/app-store';
import { toast } from '@/lib/toast';
import { refreshPath } from '@/shell/tags-view/tabs';
import { useTabsStore } from '@/shell/tags-view/tabs-store';

/** Changing the size drops all cached views and reloads the current one. */
export function useSizeSwitch(): (size: Size) => Promise<void> {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return async (size) => {
    if (!(await confirmLosingInput(i18next.t))) return;
    useAppStore.getState().setSize(size);
    useTabsStore.getState().dropAllViews();
    await navigate(refreshPath(pathname + search + hash), { replace: true });
    toast.success(i18next.t('shell.size_switched'));
  };
}
