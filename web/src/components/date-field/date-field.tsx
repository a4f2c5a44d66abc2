/** A date or time field in the console's language. Native fields use the browser's language. */
import { TextInput, type TextInputProps } from '@mantine/core';
import { lazyPart } from '@/components/page/lazy-part';

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

export const DateField = lazyPart<DateFieldProps>('calendar', () => import('./calendar-field'), {
  loading: Placeholder,
  failed: NativeField,
});

/** Has the same look while the calendar loads. */
function Placeholder(props: DateFieldProps) {
  const { withTime: _, onChange: __, ...looks } = props;
  return <TextInput {...looks} disabled readOnly styles={{ input: { background: 'var(--input-bg)' } }} />;
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
