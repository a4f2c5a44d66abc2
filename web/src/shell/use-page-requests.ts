import { useLayoutEffect } from 'react';
import { onPageRequest } from '@/lib/page-requests';
import type { DialogName } from './dialogs';
import { useTabsStore } from './tags-view/tabs-store';

/** Handles requests from pages to the shell. */
export function usePageRequests(openDialog: (dialog: DialogName, missing?: number) => void): void {
  // The first page is rendered with the shell, and its effects run before those of the shell.
  useLayoutEffect(
    () =>
      onPageRequest((request) => {
        if (request.kind === 'top_up')
          openDialog(request.what === 'quota' ? 'quota' : 'recharge', request.missing);
        else if (request.kind === 'name_tab') useTabsStore.getState().setLabel(request.path, request.label);
        else useTabsStore.getState().close(request.path);
      }),
    [openDialog],
  );
}
