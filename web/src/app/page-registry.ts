/** Which component shows which view. The server's menu names views; each is loaded when first opened. */
import type { ComponentType } from 'react';
import { loadMessages } from '@/lib/i18n/i18n';

export type PageLoader = () => Promise<{ default: ComponentType }>;

/** Pages of administration and of the own account bring texts of their own. */
function withTexts(load: PageLoader): PageLoader {
  return async () => {
    const [page] = await Promise.all([load(), loadMessages('admin')]);
    return page;
  };
}

export const pageRegistry: Readonly<Record<string, PageLoader>> = {
  dashboard: () => import('@/features/dashboard/dashboard-page'),
  roles: () => import('@/features/roles/roles-page'),
  'user/list': withTexts(() => import('@/features/users/user-list-page')),
};

export function isKnownView(view: string | undefined): boolean {
  return view !== undefined && Object.hasOwn(pageRegistry, view);
}
