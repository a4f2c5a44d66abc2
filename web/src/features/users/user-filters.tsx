import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type TableState, withFilters } from '@/components/data-table/table-state';
import { ACCOUNT_TYPES, useAccountTypeName } from '@/lib/session/account-type-name';

interface Props {
  state: TableState;
  onChange: (state: TableState) => void;
}

export function UserFilters({ state, onChange }: Props) {
  const { t } = useTranslation();
  const typeName = useAccountTypeName();
  const applied = state.filters.search ?? '';
  const [text, setText] = useState(applied);
  const [shownFor, setShownFor] = useState(applied);
  // The address can change without this field, by the browser's back button.
  if (shownFor !== applied) {
    setShownFor(applied);
    setText(applied);
  }

  function search(event: FormEvent): void {
    event.preventDefault();
    onChange(withFilters(state, { ...state.filters, search: text }));
  }

  return (
    <form role="search" onSubmit={search} style={{ display: 'contents' }}>
      <TextInput
        aria-label={t('users.search')}
        placeholder={t('users.search')}
        leftSection={<IconSearch size={15} stroke={1.7} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <NativeSelect
        aria-label={t('users.account_type')}
        value={state.filters.account_type ?? ''}
        onChange={(event) =>
          onChange(withFilters(state, { ...state.filters, account_type: event.currentTarget.value }))
        }
        data={[
          { value: '', label: t('users.all_types') },
          ...ACCOUNT_TYPES.map((type) => ({ value: String(type), label: typeName(type) })),
        ]}
      />
      <NativeSelect
        aria-label={t('users.state')}
        value={state.filters.enabled ?? ''}
        onChange={(event) =>
          onChange(withFilters(state, { ...state.filters, enabled: event.currentTarget.value }))
        }
        data={[
          { value: '', label: t('users.all_states') },
          { value: 'true', label: t('users.enabled') },
          { value: 'false', label: t('users.disabled') },
        ]}
      />
      <Button type="submit" variant="default">
        {t('table.search')}
      </Button>
    </form>
  );
}
