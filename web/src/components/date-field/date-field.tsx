/**
 * A date or time field in the console's language. Native fields use the browser's language. The calendar is loaded
 * when the pointer or the focus reaches the field: most people open a list without filtering by date.
 */
import { TextInput, type TextInputProps } from '@mantine/core';
import { type ComponentType, useRef, useState } from 'react';
import { loadWithRetry } from '@/lib/load-with-retry';
import { typedDate } from './date-value';

type Looks = Pick<
  TextInputProps,
  'aria-label' | 'description' | 'disabled' | 'error' | 'inputWrapperOrder' | 'label' | 'placeholder' | 'w'
>;

export interface DateFieldProps extends Looks {
  /** `2026-11-16`, or with time `2026-11-16T10:30`. Empty for none. */
  value?: string;
  onChange: (value: string) => void;
  withTime?: boolean;
}

export interface CalendarFieldProps extends DateFieldProps {
  /** Takes the focus and opens, because the field had the focus before the calendar was there. */
  takesFocus: boolean;
}

let calendar: ComponentType<CalendarFieldProps> | null = null;

export function DateField(props: DateFieldProps) {
  const [state, setState] = useState<'waiting' | 'ready' | 'failed'>(calendar ? 'ready' : 'waiting');
  const asked = useRef(false);
  const hadFocus = useRef(false);

  async function load(): Promise<void> {
    if (asked.current) return;
    asked.current = true;
    try {
      calendar ??= (await loadWithRetry(() => import('./calendar-field'))).default;
      setState('ready');
    } catch {
      setState('failed');
    }
  }

  const Calendar = calendar;
  // oxlint-disable-next-line react/refs -- read when the calendar replaces the field
  if (state === 'ready' && Calendar) return <Calendar {...props} takesFocus={hadFocus.current} />;
  if (state === 'failed') return <NativeField {...props} />;
  return (
    <TypedField
      {...props}
      onPointerEnter={() => void load()}
      onFocus={() => {
        hadFocus.current = true;
        void load();
      }}
      onBlur={() => {
        hadFocus.current = false;
      }}
    />
  );
}

type Events = Pick<TextInputProps, 'onPointerEnter' | 'onFocus' | 'onBlur'>;

/** Looks like the calendar's field. What is typed counts as soon as it is a date. */
function TypedField({ withTime = false, value = '', onChange, ...looks }: DateFieldProps & Events) {
  const shown = value.replace('T', ' ');
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <TextInput
      {...looks}
      autoComplete="off"
      value={draft ?? shown}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        const date = typedDate(typed, withTime);
        setDraft(date === null ? typed : null);
        if (date !== null) onChange(date);
      }}
    />
  );
}

/** The browser's own field, if the calendar cannot be loaded. */
function NativeField({ withTime = false, onChange, ...looks }: DateFieldProps) {
  return (
    <TextInput
      {...looks}
      type={withTime ? 'datetime-local' : 'date'}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
