/** A day or a moment, chosen in the console's language: a browser's own fields speak the browser's. */
import { TextInput, type TextInputProps } from '@mantine/core';
import { lazy, Suspense } from 'react';

const CalendarField = lazy(() => import('./calendar-field'));

type Looks = Pick<
  TextInputProps,
  'aria-label' | 'description' | 'disabled' | 'error' | 'inputWrapperOrder' | 'label' | 'placeholder' | 'w'
>;

export interface DateFieldProps extends Looks {
  /** `2026-11-16`, with the time `2026-11-16T10:30`; empty for none. */
  value?: string;
  onChange: (value: string) => void;
  withTime?: boolean;
}

export function DateField(props: DateFieldProps) {
  const { withTime: _, onChange: __, ...looks } = props;
  return (
    // For the moment that the calendar takes to come it looks as it will.
    <Suspense
      fallback={
        <TextInput {...looks} disabled readOnly styles={{ input: { background: 'var(--input-bg)' } }} />
      }
    >
      <CalendarField {...props} />
    </Suspense>
  );
}
