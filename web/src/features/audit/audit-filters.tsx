import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type TableState, withFilters } from '@/components/data-table/table-state';
import { DateField } from '@/components/date-field/date-field';
import { AUDIT_FILTERS } from './audit-filter';

/** The fields, the button and the tools fit into a line of a wide window. */
const WIDTHS: Partial<Record<(typeof AUDIT_FILTERS)[number], number>> = { search: 150, action: 150, ip: 120 };

interface Props {
  state: TableState;
  onChange: (state: TableState) => void;
}

/** Filters apply together on submit. */
export function AuditFilters({ state, onChange }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(state.filters);
  const [shownFor, setShownFor] = useState(state.filters);
  // The URL can change without these fields, for example with the back button.
  if (shownFor !== state.filters) {
    setShownFor(state.filters);
    setTyped(state.filters);
  }

  const labels: Record<(typeof AUDIT_FILTERS)[number], string> = {
    search: t('audit.search'),
    actor: t('audit.actor_filter'),
    subject: t('audit.subject_filter'),
    action: t('audit.action_filter'),
    ip: t('audit.ip'),
    from: t('audit.from'),
    to: t('audit.to'),
  };

  function search(event: FormEvent): void {
    event.preventDefault();
    onChange(withFilters(state, typed));
  }

  return (
    <form role="search" onSubmit={search} style={{ display: 'contents' }}>
      {AUDIT_FILTERS.map((name) => {
        if (name === 'from' || name === 'to') {
          return (
            <DateField
              key={name}
              w={136}
              aria-label={labels[name]}
              placeholder={labels[name]}
              value={typed[name] ?? ''}
              onChange={(day) => setTyped({ ...typed, [name]: day })}
            />
          );
        }
        return (
          <TextInput
            key={name}
            w={WIDTHS[name] ?? 110}
            aria-label={labels[name]}
            placeholder={labels[name]}
            title={labels[name]}
            {...(name === 'search' ? { leftSection: <IconSearch size={15} stroke={1.7} /> } : {})}
            value={typed[name] ?? ''}
            onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
          />
        );
      })}
      <Button type="submit" variant="default">
        {t('table.search')}
      </Button>
    </form>
  );
}
