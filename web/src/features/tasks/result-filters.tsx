import { CloseButton, NativeSelect, Pill, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, type HTMLAttributes, memo, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type TableState, withFilters } from '@/components/data-table/table-state';
import { withLabel } from '@/lib/i18n/phrases';
import { useLanguage } from '@/lib/i18n/use-language';
import { useLabels } from '@/lib/screening/labels';
import type { Breakdown, TaskView } from '@/lib/screening/types';
import { carrierNames } from './breakdown';
import { chosen, columnName, statusName, toggled } from './result-filter';
import classes from './tasks.module.css';

/** As wide as the placeholder. */
const AS_PLACEHOLDER = { input: { fieldSizing: 'content', minWidth: '100%', maxWidth: '100%' } } as const;

interface Props {
  task: TaskView;
  /** Names the carriers. */
  breakdown: Breakdown | undefined;
  /** Shown next to the field. */
  action: ReactNode;
  state: TableState;
  onChange: (state: TableState) => void;
}

/** The name of the filter that looks into all columns. */
const ANYWHERE = 'search';

/** Filters by number and text, and the chart filters, which can be removed. Not rendered again when the rows arrive. */
export const ResultFilters = memo(function ResultFilters({
  task,
  breakdown,
  action,
  state,
  onChange,
}: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const labels = useLabels();
  const texts = [
    { name: ANYWHERE, title: t('tasks.search_filter') },
    ...task.columns.map((title, column) => ({
      name: columnName(column),
      title: t('tasks.column_filter', { name: title }),
    })),
  ];
  const [where, setWhere] = useState(
    () => texts.find(({ name }) => state.filters[name] !== undefined)?.name ?? ANYWHERE,
  );
  const set = (name: string, value: string) =>
    onChange(withFilters(state, { ...state.filters, [name]: value.trim() }));
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
    { name: 'carrier', read: breakdown ? carrierNames(breakdown) : (carrier) => carrier },
  ];
  const pills = [
    ...groups.flatMap(({ name, read }) =>
      chosen(state.filters, name).map((value) => ({
        name,
        value,
        text: read(value),
        remove: () => onChange(toggled(state, name, value)),
      })),
    ),
    // The text that its field shows needs no pill.
    ...texts.flatMap(({ name, title }) => {
      const value = state.filters[name];
      if (value === undefined || name === where) return [];
      return [{ name, value, text: withLabel(language, title, value), remove: () => set(name, '') }];
    }),
  ];
  return (
    <>
      <TextFilter
        label={t('tasks.number_filter')}
        inputMode="tel"
        applied={state.filters.number ?? ''}
        onApply={(value) => set('number', value)}
      />
      {task.columns.length > 0 ? (
        <NativeSelect
          aria-label={t('tasks.search_in')}
          data={[
            { value: ANYWHERE, label: t('tasks.all_columns') },
            ...task.columns.map((title, column) => ({ value: columnName(column), label: title })),
          ]}
          value={where}
          onChange={(event) => setWhere(event.currentTarget.value)}
        />
      ) : null}
      <TextFilter
        key={where}
        label={texts.find(({ name }) => name === where)?.title ?? t('tasks.search_filter')}
        inputMode="search"
        applied={state.filters[where] ?? ''}
        onApply={(value) => set(where, value)}
      />
      {action}
      {pills.length > 0 ? (
        <div className={classes.pills} role="group" aria-label={t('tasks.filters')}>
          <Text size="xs" c="dimmed">
            {t('tasks.filters')}
          </Text>
          {pills.map(({ name, value, text, remove }) => (
            <Pill
              key={`${name}/${value}`}
              withRemoveButton
              removeButtonProps={{
                'aria-label': t('tasks.clear_one', { name: text }),
                'aria-hidden': false,
                tabIndex: 0,
              }}
              onRemove={remove}
            >
              {text}
            </Pill>
          ))}
        </div>
      ) : null}
    </>
  );
});

interface TextFilterProps {
  label: string;
  inputMode: HTMLAttributes<HTMLInputElement>['inputMode'];
  applied: string;
  onApply: (value: string) => void;
}

/** A field that is applied when it is submitted or left. */
function TextFilter({ label, inputMode, applied, onApply }: TextFilterProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(applied);
  const [shownFor, setShownFor] = useState(applied);
  // The URL can change without this field, for example with the back button.
  if (shownFor !== applied) {
    setShownFor(applied);
    setTyped(applied);
  }

  function search(event: FormEvent): void {
    event.preventDefault();
    onApply(typed);
  }

  return (
    <form role="search" aria-label={label} onSubmit={search} style={{ display: 'contents' }}>
      <TextInput
        styles={AS_PLACEHOLDER}
        aria-label={label}
        placeholder={label}
        inputMode={inputMode}
        leftSection={<IconSearch size={15} stroke={1.7} />}
        rightSection={
          applied ? (
            <CloseButton size="sm" aria-label={t('table.clear_filters')} onClick={() => onApply('')} />
          ) : null
        }
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => {
          if (typed.trim() !== applied) onApply(typed);
        }}
      />
    </form>
  );
}
