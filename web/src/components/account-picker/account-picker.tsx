/** Selects one account by username or UID. */
import { Loader, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callFor } from '@/lib/api/client';
import { useHasPermission } from '@/lib/session/use-has-permission';

/** Accounts whose name or UID contains a text. */
function foundOptions(search: string) {
  return queryOptions({
    queryKey: ['user/list', 'picker', search],
    queryFn: ({ signal }) =>
      callFor(
        'user/list',
        { page: 1, size: SHOWN, filter: { ...ANYBODY, search } },
        { silent: true, signal },
      ),
    placeholderData: keepPreviousData,
  });
}

interface Props {
  label: string;
  /** The UID as text. Empty for none. */
  value?: string;
  onChange: (uid: string) => void;
  error?: ReactNode;
  /** The account of the initial `value`, which is not in the search results. */
  known?: { uid: number; username: string } | null;
  /** Whether a dialog focuses this field first. */
  'data-autofocus'?: boolean;
}

const ANYBODY = { account_type: null, enabled: null, inviter: null, role: null };
const SHOWN = 10;
/** Debounce, so that not every keystroke triggers a search. */
const TYPING_MS = 250;

export function AccountPicker(props: Props) {
  const mayList = useHasPermission()('user/list');
  return mayList ? <Search {...props} /> : <Typed {...props} />;
}

/** For users who cannot list accounts. */
function Typed({ label, value = '', onChange, error, 'data-autofocus': first }: Props) {
  const { t } = useTranslation();
  return (
    <TextInput
      data-autofocus={first}
      label={label}
      placeholder={t('users.uid')}
      inputMode="numeric"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function Search({ label, value = '', onChange, error, known, 'data-autofocus': first }: Props) {
  const { t } = useTranslation();
  const optionOf = ({ uid, username }: { uid: number; username: string }) => ({
    value: String(uid),
    label: t('form.account', { name: username, uid }),
  });
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(known ? optionOf(known) : null);
  // The label of the selected account is not a search.
  const [search] = useDebouncedValue(typed === chosen?.label ? '' : typed.trim(), TYPING_MS);
  const query = useQuery(foundOptions(search));
  const found = (query.data?.items ?? []).map(optionOf);
  const options =
    chosen && !found.some((option) => option.value === chosen.value) ? [chosen, ...found] : found;
  return (
    <Select
      data-autofocus={first}
      // In a dialog that focuses this field first, the dropdown would hide the title.
      openOnFocus={!first}
      label={label}
      placeholder={t('users.search')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('form.dates.clear') }}
      data={options}
      // The server has already filtered the options.
      filter={({ options: all }) => all}
      nothingFoundMessage={query.isFetching ? t('common.loading') : t('form.no_account')}
      rightSection={query.isFetching ? <Loader size={14} /> : undefined}
      value={value || null}
      error={error}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(uid, option) => {
        setChosen(uid === null || option === null ? null : { value: uid, label: option.label });
        onChange(uid ?? '');
      }}
    />
  );
}
