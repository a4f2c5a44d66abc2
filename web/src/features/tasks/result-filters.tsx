import { CloseButton, Pill, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type TableState, withFilters } from '@/components/data-table/table-state';
import { withLabel } from '@/lib/i18n/phrases';
import { useLanguage } from '@/lib/i18n/use-language';
import { useLabels } from '@/lib/screening/labels';
import type { TaskView } from '@/lib/screening/types';
import { chosen, statusName, toggled } from './result-filter';
import classes from './tasks.module.css';

interface Props {
  task: TaskView;
  /** Shown next to the field. */
  action: ReactNode;
  state: TableState;
  onChange: (state: TableState) => void;
}

/** The number prefix filter, and the chart filters, which can be removed. */
export function ResultFilters({ task, action, state, onChange }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const labels = useLabels();
  const applied = state.filters.number ?? '';
  const [typed, setTyped] = useState(applied);
  const [shownFor, setShownFor] = useState(applied);
  // The URL can change without this field, for example with the back button.
  if (shownFor !== applied) {
    setShownFor(applied);
    setTyped(applied);
  }
  const set = (number: string) => onChange(withFilters(state, { ...state.filters, number }));
  const groups: readonly { name: string; read: (value: string) => string }[] = [
    ...task.checks.map((check, index) => ({
      name: statusName(index),
      read: (status: string) =>
        task.checks.length > 1
          ? withLabel(language, check.name, labels.status(status))
          : labels.status(status),
    })),
    { name: 'country', read: labels.country },
    { name: 'kind', read: labels.kind },
    { name: 'carrier', read: (carrier) => carrier },
  ];
  const pills = groups.flatMap(({ name, read }) =>
    chosen(state.filters, name).map((value) => ({ name, value, text: read(value) })),
  );

  function search(event: FormEvent): void {
    event.preventDefault();
    set(typed);
  }

  return (
    <>
      <form role="search" onSubmit={search} style={{ display: 'contents' }}>
        <TextInput
          aria-label={t('tasks.number_filter')}
          placeholder={t('tasks.number_filter')}
          inputMode="tel"
          leftSection={<IconSearch size={15} stroke={1.7} />}
          rightSection={
            applied ? (
              <CloseButton size="sm" aria-label={t('table.clear_filters')} onClick={() => set('')} />
            ) : null
          }
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => {
            if (typed.trim() !== applied) set(typed);
          }}
        />
      </form>
      {action}
      {pills.length > 0 ? (
        <div className={classes.pills} role="group" aria-label={t('tasks.filters')}>
          <Text size="xs" c="dimmed">
            {t('tasks.filters')}
          </Text>
          {pills.map(({ name, value, text }) => (
            <Pill
              key={`${name}/${value}`}
              withRemoveButton
              removeButtonProps={{
                'aria-label': t('tasks.clear_one', { name: text }),
                'aria-hidden': false,
                tabIndex: 0,
              }}
              onRemove={() => onChange(toggled(state, name, value))}
            >
              {text}
            </Pill>
          ))}
        </div>
      ) : null}
    </>
  );
}
