import { Badge, Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { askConfirmation } from '@/components/confirm/ask-confirmation';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useList } from '@/components/data-table/use-list';
import { PageHeader } from '@/components/page/page-header';
import { useLanguage } from '@/lib/i18n/use-language';
import { useTitle } from '@/lib/i18n/use-title';
import { useSessionStore } from '@/lib/session/session-store';
import { formatMoment } from '@/lib/time';
import { toast } from '@/lib/toast';
import { type Approval, APPROVALS_KEY, type Decision, decideApproval, listApprovals } from './api/approvals';
import { approvalState, requestText } from './approval-text';

const LIST = {
  key: APPROVALS_KEY,
  rules: { defaultSize: 20, sizes: [20, 50, 100], sortable: [], filters: [] },
  fetch: listApprovals,
};
const COLORS = { pending: 'yellow', approved: 'teal', rejected: 'gray', expired: 'gray' } as const;

export default function ApprovalListPage() {
  const { t } = useTranslation();
  const title = useTitle()('approvals');
  const list = useList(LIST, {
    title: t('approvals.empty'),
    hint: t('approvals.empty_hint'),
  });
  const decide = useMutation({
    mutationFn: ({ id, decision }: { id: number; decision: Decision }) => decideApproval(id, decision),
    onSuccess: (_, { decision }) => toast.success(t(`approvals.done.${decision}`)),
    onSettled: () => list.refresh(),
  });

  async function ask({ id, requester }: Approval, decision: Decision): Promise<void> {
    const sure = await askConfirmation({
      title: t(`approvals.ask.${decision}`, { name: requester }),
      text: t(`approvals.ask_text.${decision}`),
      confirmLabel: t(`approvals.${decision}`),
      danger: decision === 'reject',
    });
    if (sure) decide.mutate({ id, decision });
  }

  const columns = useApprovalColumns(decide.isPending, (approval, decision) => void ask(approval, decision));
  return (
    <>
      <PageHeader title={title} description={t('approvals.description')} />
      <DataTable name="approvals" label={title} columns={columns} rowKey={({ id }) => id} {...list.table} />
    </>
  );
}

function useApprovalColumns(
  busy: boolean,
  onDecide: (approval: Approval, decision: Decision) => void,
): readonly Column<Approval>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const uid = useSessionStore((session) => session.user?.uid);
  const actions: Readonly<Record<string, string>> = {
    'finance/adjust': t('audit_actions.finance.adjust'),
    'recharge/creditDeposit': t('audit_actions.recharge.creditDeposit'),
    'recharge/setWallet': t('audit_actions.recharge.setWallet'),
    'setting/save': t('audit_actions.setting.save'),
  };
  return [
    {
      id: 'action',
      title: t('approvals.action'),
      fixed: true,
      cell: ({ action }) => actions[action] ?? action,
    },
    { id: 'subject', title: t('approvals.subject'), cell: ({ subject_name }) => subject_name ?? '—' },
    { id: 'request', title: t('approvals.request'), cell: ({ request }) => requestText(request) },
    {
      id: 'requester',
      title: t('approvals.requester'),
      cell: ({ requester, requested_at }) => `${requester} · ${formatMoment(requested_at, language) ?? ''}`,
    },
    {
      id: 'state',
      title: t('approvals.state'),
      cell: (approval) => {
        const shown = approvalState(approval, Date.now() / 1000);
        return (
          <Badge variant="dot" color={COLORS[shown]} tt="none" fw={500}>
            {t(`approvals.states.${shown}`)}
          </Badge>
        );
      },
    },
    { id: 'decider', title: t('approvals.decider'), cell: ({ decider }) => decider ?? '—' },
    {
      id: 'actions',
      title: t('form.actions'),
      cell: (approval) =>
        approvalState(approval, Date.now() / 1000) === 'pending' ? (
          <Group gap="xs" wrap="nowrap">
            {approval.approvable ? (
              <Button size="compact-sm" disabled={busy} onClick={() => onDecide(approval, 'approve')}>
                {t('approvals.approve')}
              </Button>
            ) : null}
            <Button
              size="compact-sm"
              variant="default"
              disabled={busy}
              onClick={() => onDecide(approval, 'reject')}
            >
              {approval.requested_by === uid ? t('approvals.withdraw') : t('approvals.reject')}
            </Button>
          </Group>
        ) : null,
    },
  ];
}
