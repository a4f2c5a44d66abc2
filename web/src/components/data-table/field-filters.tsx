/** Filters that a list describes instead of drawing. Choices apply at once, what is typed with the button. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '@/components/date-field/date-field';
import { type TableState, withFilters } from './table-state';

export interface FilterField {
  name: string;
  label: string;
  /** A list to choose from; without it, something is typed. */
  options?: readonly { value: string; label: string }[];
  type?: 'text' | 'digits' | 'date';
  width?: number;
}

interface Props {
  fields: readonly FilterField[];
  state: TableState;
  onChange: (state: TableState) => void;
}

export function FieldFilters({ fields, state, onChange }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(state.filters);
  const [shownFor, setShownFor] = useState(state.filters);
  // The address can change without these fields, by the browser's back button.
  if (shownFor !== state.filters) {
    setShownFor(state.filters);
    setTyped(state.filters);
  }

  function search(event: FormEvent): void {
    event.preventDefault();
    onChange(withFilters(state, typed));
  }

  return (
    <form role="search" onSubmit={search} style={{ display: 'contents' }}>
      {fields.map(({ name, label, options, type = 'text', width }) =>
        options ? (
          <NativeSelect
            key={name}
            {...(width ? { w: width } : {})}
            aria-label={label}
            value={typed[name] ?? ''}
            data={[...options]}
            onChange={(event) =>
              onChange(withFilters(state, { ...typed, [name]: event.currentTarget.value }))
            }
          />
        ) : type === 'date' ? (
          <DateField
            key={name}
            w={width ?? 150}
            aria-label={label}
            placeholder={label}
            value={typed[name] ?? ''}
            onChange={(day) => setTyped({ ...typed, [name]: day })}
          />
        ) : (
          <TextInput
            key={name}
            w={width ?? 140}
            aria-label={label}
            placeholder={label}
            title={label}
            {...(type === 'digits' ? { inputMode: 'numeric' as const } : {})}
            value={typed[name] ?? ''}
            onChange={(event) => {
              const text = event.currentTarget.value;
              setTyped({ ...typed, [name]: type === 'digits' ? text.replace(/\D/g, '') : text });
            }}
          />
        ),
      )}
      <Button type="submit" variant="default">
        {t('table.search')}
      </Button>
    </form>
  );
}
