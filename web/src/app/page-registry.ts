/** Which component shows which view. The server's menu names views; each is loaded when first opened. */
import type { ComponentType } from 'react';

export type PageLoader = () => Promise<{ default: ComponentType }>;

export const pageRegistry: Readonly<Record<string, PageLoader>> = {
  dashboard: () => import('@/features/dashboard/dashboard-page'),
  roles: () => import('@/features/roles/roles-page'),
  'user/list': () => import('@/features/users/user-list-page'),
};

export function isKnownView(view: string | undefined): boolean {
  return view !== undefined && Object.hasOwn(pageRegistry, view);
}
