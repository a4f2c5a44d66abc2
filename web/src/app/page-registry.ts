/** Maps views to components. The server's menu names views, and each is loaded when first opened. */
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { loadMessages } from '@/lib/i18n/i18n';

type Part = Parameters<typeof loadMessages>[0];

interface PageModule {
  default: ComponentType;
  /** Asks for what the page shows first. Called once the session is known, before the page is rendered. */
  prefetch?: (queryClient: QueryClient, location: { pathname: string; search: string }) => void;
}
export type PageLoader = () => Promise<PageModule>;

/** A page and the texts it needs beside those of the shell, which are there already. A test knows what each needs. */
function page(load: PageLoader, ...texts: readonly Part[]): PageLoader {
  return async () => {
    const [module] = await Promise.all([load(), ...texts.map(loadMessages)]);
    return module;
  };
}

export const pageRegistry: Readonly<Record<string, PageLoader>> = {
  dashboard: () => import('@/features/dashboard/dashboard-page'),
  roles: () => import('@/features/roles/roles-page'),
  'agg_task/index': page(() => import('@/features/screening/aggregated/aggregated-page'), 'work'),
  'approval/list': page(() => import('@/features/approvals/approval-list-page'), 'admin'),
  'audit/list': page(() => import('@/features/audit/audit-list-page'), 'admin'),
  'channel/list': page(() => import('@/features/channels/channel-page'), 'operations'),
  'docs/api': page(() => import('@/features/api-docs/reference-page'), 'api'),
  'docs/api/errors': page(() => import('@/features/api-docs/errors-page'), 'api'),
  'docs/api/cookbook': page(() => import('@/features/api-docs/cookbook-page'), 'api'),
  'finance/credit': page(() => import('@/features/finance/credit-page'), 'money'),
  'finance/income': page(() => import('@/features/finance/income-page'), 'money'),
  'finance/list': page(() => import('@/features/finance/movement-list-page'), 'money'),
  'gen_number/follow_up': page(() => import('@/features/generation/custom-page'), 'numbers'),
  'gen_number/index': page(() => import('@/features/generation/country-page'), 'numbers'),
  'invite/list': page(() => import('@/features/invites/invite-list-page'), 'admin'),
  'list/list': page(() => import('@/features/screening/lists/list-page'), 'work'),
  'lookup/create': page(() => import('@/features/lookups/lookup-page'), 'work'),
  'lookup/list': page(() => import('@/features/lookups/lookup-list-page'), 'work', 'money'),
  'myinfo/api': page(() => import('@/features/api-info/api-info-page'), 'api'),
  'notify/manage': page(() => import('@/features/notify/sent-list-page'), 'admin'),
  'project/list': page(() => import('@/features/project-admin/project-list-page'), 'operations'),
  'recharge/deposits': page(() => import('@/features/recharge/deposit-list-page'), 'money'),
  'recharge/list': page(() => import('@/features/recharge/order-list-page'), 'money'),
  'recharge/wallet': page(() => import('@/features/recharge/wallet-page'), 'money'),
  'role/list': page(() => import('@/features/role-admin/role-list-page'), 'admin'),
  'screening/checks': page(() => import('@/features/screening/checks/checks-page'), 'work'),
  'screening/project': page(() => import('@/features/screening/project/project-page'), 'work'),
  'screening/wizard': page(() => import('@/features/screening/wizard/wizard-page'), 'work'),
  'setting/edit': page(() => import('@/features/system/system-settings-page'), 'admin'),
  'system/setup': page(() => import('@/features/system/setup-page'), 'admin'),
  'system/health': page(() => import('@/features/system/system-health-page'), 'admin'),
  'task/detail': page(() => import('@/features/tasks/task-detail-page'), 'work'),
  'task/list': page(() => import('@/features/tasks/task-list-page'), 'work'),
  'user/list': page(() => import('@/features/users/user-list-page'), 'admin'),
  'user_info/invite': page(() => import('@/features/invites/my-invite-page'), 'admin'),
  'user_info/notify': page(() => import('@/features/notify/my-notify-page'), 'admin'),
  'user_info/security': page(() => import('@/features/auth/security/security-page'), 'admin'),
};

const loaded = new Map<string, PageModule>();

export async function loadPage(view: string, load: PageLoader): Promise<PageModule> {
  const module = await load();
  loaded.set(view, module);
  return module;
}

/** A page that is already here is rendered without a placeholder. */
export const loadedPage = (view: string): ComponentType | undefined => loaded.get(view)?.default;

export function isKnownView(view: string | undefined): boolean {
  return view !== undefined && Object.hasOwn(pageRegistry, view);
}
