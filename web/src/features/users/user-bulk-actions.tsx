import { Button, type ButtonProps, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Selected } from '@/components/data-table/selection';
import { useHasPermission } from '@/lib/session/use-has-permission';
import type { UserActions } from './use-user-actions';

interface Props {
  selected: Selected;
  onChange: (selected: Selected) => void;
  actions: UserActions;
}

const SMALL: ButtonProps = { size: 'compact-sm', variant: 'default' };

export function UserBulkActions({ selected, onChange, actions }: Props) {
  const { t } = useTranslation();
  const may = useHasPermission();
  const uids = [...selected].map(Number);

  /** Keeps the selection if nothing changed, so that a refused action can be retried. */
  async function run(work: Promise<boolean>): Promise<void> {
    if (await work) onChange(new Set());
  }

  return (
    <>
      <Text fw={500}>{t('table.selected', { count: selected.size })}</Text>
      {may('user/edit') ? (
        <>
          <Button {...SMALL} onClick={() => void run(actions.setEnabled(uids, true))}>
            {t('user_admin.enable')}
          </Button>
          <Button {...SMALL} onClick={() => void run(actions.setEnabled(uids, false))}>
            {t('user_admin.disable')}
          </Button>
        </>
      ) : null}
      {may('user/endSession') ? (
        <Button {...SMALL} onClick={() => void run(actions.endSession(uids))}>
          {t('user_admin.end_session')}
        </Button>
      ) : null}
      <Button {...SMALL} variant="subtle" color="gray" onClick={() => onChange(new Set())}>
        {t('table.clear_selection')}
      </Button>
    </>
  );
}
