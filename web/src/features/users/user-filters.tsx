import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type TableState, withFilters } from '@/components/data-table/table-state';
import { useRoleOptions } from '@/lib/roles/use-roles';
import { ACCOUNT_TYPES, useAccountTypeName } from '@/lib/session/account-type-name';

interface Props {
  state: TableState;
  onChange: (state: TableState) => void;
}

export function UserFilters({ state, onChange }: Props) {
  const { t } = useTranslation();
  const typeName = useAccountTypeName();
  const roles = useRoleOptions();
  const applied = { search: state.filters.search ?? '', inviter: state.filters.inviter ?? '' };
  const [text, setText] = useState(applied);
  const [shownFor, setShownFor] = useState(applied);
  // The URL can change without these fields, for example with the back button.
  if (shownFor.search !== applied.search || shownFor.inviter !== applied.inviter) {
    setShownFor(applied);
    setText(applied);
  }

  function search(event: FormEvent): void {
    event.preventDefault();
    onChange(withFilters(state, { ...state.filters, ...text }));
  }

  function choose(filter: string, value: string): void {
    onChange(withFilters(state, { ...state.filters, ...text, [filter]: value }));
  }

  return (
    <form role="search" onSubmit={search} style={{ display: 'contents' }}>
      <TextInput
        aria-label={t('users.search')}
        placeholder={t('users.search')}
        leftSection={<IconSearch size={15} stroke={1.7} />}
        value={text.search}
        onChange={(event) => setText({ ...text, search: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label={t('users.account_type')}
        value={state.filters.account_type ?? ''}
        onChange={(event) => choose('account_type', event.currentTarget.value)}
        data={[
          { value: '', label: t('users.all_types') },
          ...ACCOUNT_TYPES.map((type) => ({ value: String(type), label: typeName(type) })),
        ]}
      />
      <NativeSelect
        aria-label={t('user_admin.roles')}
        value={state.filters.role ?? ''}
        onChange={(event) => choose('role', event.currentTarget.value)}
        data={[{ value: '', label: t('user_admin.all_roles') }, ...roles]}
      />
      <NativeSelect
        aria-label={t('users.state')}
        value={state.filters.enabled ?? ''}
        onChange={(event) => choose('enabled', event.currentTarget.value)}
        data={[
          { value: '', label: t('users.all_states') },
          { value: 'true', label: t('users.enabled') },
          { value: 'false', label: t('users.disabled') },
        ]}
      />
      <TextInput
        w={130}
        aria-label={t('user_admin.inviter_filter')}
        placeholder={t('user_admin.inviter_filter')}
        inputMode="numeric"
        value={text.inviter}
        onChange={(event) => setText({ ...text, inviter: event.currentTarget.value.replace(/\D/g, '') })}
      />
      <Button type="submit" variant="default">
        {t('table.search')}
      </Button>
    </form>
  );
}
