/** Maps views to components. The server's menu names views, and each is loaded when first opened. */
import type { ComponentType } from 'react';
import { loadMessages } from '@/lib/i18n/i18n';

export type PageLoader = () => Promise<{ default: ComponentType }>;

/** Administration and account pages load additional messages. */
function withTexts(load: PageLoader): PageLoader {
  return async () => {
    const [page] = await Promise.all([load(), loadMessages('admin')]);
    return page;
  };
}

function withApiTexts(load: PageLoader): PageLoader {
  const loadBoth = withTexts(load);
  return async () => {
    const [page] = await Promise.all([loadBoth(), loadMessages('api')]);
    return page;
  };
}

function withMoneyTexts(load: PageLoader): PageLoader {
  const loadBoth = withTexts(load);
  return async () => {
    const [page] = await Promise.all([loadBoth(), loadMessages('money')]);
    return page;
  };
}

function withNumberTexts(load: PageLoader): PageLoader {
  const loadBoth = withTexts(load);
  return async () => {
    const [page] = await Promise.all([loadBoth(), loadMessages('numbers')]);
    return page;
  };
}

/** Screening pages also load the server's vocabulary. */
function withWorkTexts(load: PageLoader): PageLoader {
  return async () => {
    const [page] = await Promise.all([
      load(),
      loadMessages('admin'),
      loadMessages('vocabulary'),
      loadMessages('work'),
    ]);
    return page;
  };
}

/** Project and channel management for staff. */
function withOperationsTexts(load: PageLoader): PageLoader {
  return async () => {
    const [page] = await Promise.all([
      load(),
      loadMessages('admin'),
      loadMessages('vocabulary'),
      loadMessages('operations'),
    ]);
    return page;
  };
}

export const pageRegistry: Readonly<Record<string, PageLoader>> = {
  dashboard: () => import('@/features/dashboard/dashboard-page'),
  roles: () => import('@/features/roles/roles-page'),
  'agg_task/index': withWorkTexts(() => import('@/features/screening/aggregated/aggregated-page')),
  'approval/list': withTexts(() => import('@/features/approvals/approval-list-page')),
  'audit/list': withTexts(() => import('@/features/audit/audit-list-page')),
  'channel/list': withOperationsTexts(() => import('@/features/channels/channel-page')),
  'docs/api': withApiTexts(() => import('@/features/api-docs/reference-page')),
  'docs/api/errors': withApiTexts(() => import('@/features/api-docs/errors-page')),
  'docs/api/cookbook': withApiTexts(() => import('@/features/api-docs/cookbook-page')),
  'finance/credit': withMoneyTexts(() => import('@/features/finance/credit-page')),
  'finance/income': withMoneyTexts(() => import('@/features/finance/income-page')),
  'finance/list': withMoneyTexts(() => import('@/features/finance/movement-list-page')),
  'gen_number/follow_up': withNumberTexts(() => import('@/features/generation/custom-page')),
  'gen_number/index': withNumberTexts(() => import('@/features/generation/country-page')),
  'invite/list': withTexts(() => import('@/features/invites/invite-list-page')),
  'list/list': withWorkTexts(() => import('@/features/screening/lists/list-page')),
  'lookup/create': withWorkTexts(() => import('@/features/lookups/lookup-page')),
  'lookup/list': withWorkTexts(async () => {
    const [page] = await Promise.all([
      import('@/features/lookups/lookup-list-page'),
      // The export menu.
      loadMessages('money'),
    ]);
    return page;
  }),
  'myinfo/api': withApiTexts(() => import('@/features/api-info/api-info-page')),
  'notify/manage': withTexts(() => import('@/features/notify/sent-list-page')),
  'project/list': withOperationsTexts(() => import('@/features/project-admin/project-list-page')),
  'recharge/deposits': withMoneyTexts(() => import('@/features/recharge/deposit-list-page')),
  'recharge/list': withMoneyTexts(() => import('@/features/recharge/order-list-page')),
  'recharge/wallet': withMoneyTexts(() => import('@/features/recharge/wallet-page')),
  'role/list': withTexts(() => import('@/features/role-admin/role-list-page')),
  'screening/checks': withWorkTexts(() => import('@/features/screening/checks/checks-page')),
  'screening/project': withWorkTexts(() => import('@/features/screening/project/project-page')),
  'screening/wizard': withWorkTexts(() => import('@/features/screening/wizard/wizard-page')),
  'setting/edit': withTexts(() => import('@/features/system/system-settings-page')),
  'system/setup': withTexts(() => import('@/features/system/setup-page')),
  'system/health': withTexts(() => import('@/features/system/system-health-page')),
  'task/detail': withWorkTexts(() => import('@/features/tasks/task-detail-page')),
  'task/list': withWorkTexts(() => import('@/features/tasks/task-list-page')),
  'user/list': withTexts(() => import('@/features/users/user-list-page')),
  'user_info/invite': withTexts(() => import('@/features/invites/my-invite-page')),
  'user_info/notify': withTexts(() => import('@/features/notify/my-notify-page')),
  'user_info/security': withTexts(() => import('@/features/auth/security/security-page')),
};

export function isKnownView(view: string | undefined): boolean {
  return view !== undefined && Object.hasOwn(pageRegistry, view);
}
