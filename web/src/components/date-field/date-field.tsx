/** A date or time field in the console's language. Native fields use the browser's language. */
import { TextInput, type TextInputProps } from '@mantine/core';
import { lazy, Suspense } from 'react';

const CalendarField = lazy(() => import('./calendar-field'));

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

export function DateField(props: DateFieldProps) {
  const { withTime: _, onChange: __, ...looks } = props;
  return (
    // A placeholder with the same look while the calendar loads.
    <Suspense
      fallback={
        <TextInput {...looks} disabled readOnly styles={{ input: { background: 'var(--input-bg)' } }} />
      }
    >
      <CalendarField {...props} />
    </Suspense>
  );
}
