import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type TableState, withFilters } from './table-state';

interface Props {
  label: string;
  state: TableState;
  onChange: (state: TableState) => void;
}

/** A single search field for the `search` filter. */
export function SearchFilter({ label, state, onChange }: Props) {
  const { t } = useTranslation();
  const applied = state.filters.search ?? '';
  const [text, setText] = useState(applied);
  const [shownFor, setShownFor] = useState(applied);
  // The URL can change without this field, for example with the back button.
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
        aria-label={label}
        placeholder={label}
        leftSection={<IconSearch size={15} stroke={1.7} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {t('table.search')}
      </Button>
    </form>
  );
}
