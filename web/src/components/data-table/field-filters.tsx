/** Filter fields described as data. Selects apply immediately, text fields on submit. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '@/components/date-field/date-field';
import { type TableState, withFilters } from './table-state';
import classes from './data-table.module.css';

export interface FilterField {
  name: string;
  label: string;
  /** Options of a select. Without them the field is a text input. */
  options?: readonly { value: string; label: string }[];
  type?: 'text' | 'digits' | 'date';
  width?: number;
}

/** As wide as the placeholder or the choice, which are the only labels that are seen. */
const AS_LABEL = { input: { fieldSizing: 'content', minWidth: '100%', maxWidth: '100%' } } as const;
/** The longest names of projects are cut. */
const MAX_SELECT_PX = 220;

interface Props {
  fields: readonly FilterField[];
  state: TableState;
  onChange: (state: TableState) => void;
}

export function FieldFilters({ fields, state, onChange }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(state.filters);
  const [shownFor, setShownFor] = useState(state.filters);
  // The URL can change without these fields, for example with the back button.
  if (shownFor !== state.filters) {
    setShownFor(state.filters);
    setTyped(state.filters);
  }

  function search(event: FormEvent): void {
    event.preventDefault();
    onChange(withFilters(state, typed));
  }

  function shown({ name, label, options, type = 'text', width }: FilterField): ReactNode {
    if (options) {
      return (
        <NativeSelect
          key={name}
          {...(width ? { miw: width, maw: MAX_SELECT_PX, styles: AS_LABEL } : {})}
          aria-label={label}
          value={typed[name] ?? ''}
          data={[...options]}
          onChange={(event) => onChange(withFilters(state, { ...typed, [name]: event.currentTarget.value }))}
        />
      );
    }
    if (type === 'date') {
      return (
        <DateField
          key={name}
          w={width ?? 136}
          aria-label={label}
          placeholder={label}
          value={typed[name] ?? ''}
          onChange={(day) => setTyped({ ...typed, [name]: day })}
        />
      );
    }
    return (
      <TextInput
        key={name}
        miw={width ?? 140}
        styles={AS_LABEL}
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
    );
  }

  return (
    <form role="search" onSubmit={search} style={{ display: 'contents' }}>
      {together(fields).map((group) =>
        group.length > 1 ? (
          <div key={group[0]?.name} className={classes.range}>
            {group.map(shown)}
          </div>
        ) : (
          group.map(shown)
        ),
      )}
      <Button type="submit" variant="default">
        {t('table.search')}
      </Button>
    </form>
  );
}

/** Keeps the two fields of a date range together. */
function together(fields: readonly FilterField[]): FilterField[][] {
  const groups: FilterField[][] = [];
  for (const field of fields) {
    const last = groups.at(-1);
    if (last && field.type === 'date' && last[0]?.type === 'date') last.push(field);
    else groups.push([field]);
  }
  return groups;
}
