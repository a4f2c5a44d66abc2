/** Fields of the channel form. The path determines value, label, hint and error. */
import {
  Group,
  NativeSelect,
  NumberInput,
  PasswordInput,
  TagsInput,
  Text,
  Textarea,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { DateField } from '@/components/date-field/date-field';
import type { Draft } from './draft';
import { isMask } from './secrets';

export type ChannelForm = UseFormReturnType<Draft>;

interface FieldProps {
  form: ChannelForm;
  path: string;
  locked: boolean;
}

const EXAMPLES: Readonly<Record<string, string>> = {
  submit_path: '/lookup/{{ number.e164 }}',
  poll_path: '/jobs/{{ job }}',
};

/** Hints below the fields keep adjacent fields aligned. */
const ORDER: InputWrapperOrder = ['label', 'input', 'description', 'error'];
type InputWrapperOrder = ('label' | 'input' | 'description' | 'error')[];

interface FieldTexts {
  label: string;
  description?: string;
  inputWrapperOrder: InputWrapperOrder;
}

export function useFieldTexts(): (path: string) => FieldTexts {
  const { t } = useTranslation();
  return (path) => {
    const name = path.replaceAll('.', '_');
    return {
      label: t(`channels.fields.${name}`, path),
      inputWrapperOrder: ORDER,
      ...(i18next.exists(`channels.hints.${name}`)
        ? { description: t(`channels.hints.${name}`, { example: EXAMPLES[name] ?? '', defaultValue: '' }) }
        : {}),
    };
  };
}

type TextFieldProps = FieldProps & Pick<TextInputProps, 'type' | 'inputMode' | 'placeholder'>;

export function TextField({ form, path, locked, ...more }: TextFieldProps) {
  const texts = useFieldTexts()(path);
  return (
    <TextInput
      {...texts}
      autoComplete="off"
      spellCheck={false}
      disabled={locked}
      {...more}
      {...form.getInputProps(path)}
    />
  );
}

export function DayField({ form, path, locked }: FieldProps) {
  return <DateField {...useFieldTexts()(path)} disabled={locked} {...form.getInputProps(path)} />;
}

/** Keeps the typed text until the form is submitted. */
export function NumberField({ form, path, locked }: FieldProps) {
  return (
    <NumberInput
      {...useFieldTexts()(path)}
      min={0}
      allowDecimal={false}
      allowNegative={false}
      disabled={locked}
      hideControls
      {...form.getInputProps(path)}
    />
  );
}

interface SelectProps extends FieldProps {
  data: readonly { value: string; label: string }[] | readonly string[];
}

export function SelectField({ form, path, locked, data }: SelectProps) {
  return (
    <NativeSelect
      {...useFieldTexts()(path)}
      data={[...data]}
      disabled={locked}
      {...form.getInputProps(path)}
    />
  );
}

/** A stored value and its label. */
interface TagOption {
  value: string;
  name: string;
}

const NO_OPTIONS: readonly TagOption[] = [];

/** A list of values. `options` are suggestions, any value can be typed. */
export function TagsField({
  form,
  path,
  locked,
  options = NO_OPTIONS,
}: FieldProps & { options?: readonly TagOption[] }) {
  const nameOf = (wanted: string): string => options.find(({ value }) => value === wanted)?.name ?? '';
  return (
    <TagsInput
      {...useFieldTexts()(path)}
      data={options.map(({ value }) => value)}
      filter={({ options: all, search }) =>
        all.filter(
          (option) =>
            'value' in option &&
            `${option.value} ${nameOf(option.value)}`.toLowerCase().includes(search.trim().toLowerCase()),
        )
      }
      renderOption={({ option }) => (
        <Group justify="space-between" gap="sm" wrap="nowrap" flex={1}>
          <span>{option.value}</span>
          <Text c="dimmed" span>
            {nameOf(option.value)}
          </Text>
        </Group>
      )}
      disabled={locked}
      splitChars={[',', ' ', ';']}
      acceptValueOnBlur
      clearable
      {...form.getInputProps(path)}
    />
  );
}

export function LongField({ form, path, locked }: FieldProps) {
  return (
    <Textarea
      {...useFieldTexts()(path)}
      autosize
      minRows={3}
      maxRows={14}
      spellCheck={false}
      disabled={locked}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      {...form.getInputProps(path)}
    />
  );
}

/** A stored secret is shown as a mask and kept unless it is replaced. */
export function SecretField({ form, path, locked }: FieldProps) {
  const { t } = useTranslation();
  const input = form.getInputProps(path);
  const { value = '' }: { value?: string } = input;
  const kept = isMask(value);
  // Secrets are never sent to a different host than the one they were entered for.
  const moved = form.isDirty('base_url') || form.isDirty('auth.token_url');
  return (
    <PasswordInput
      {...useFieldTexts()(path)}
      {...(kept ? { description: moved ? t('channels.secret_moved') : t('channels.secret_kept') } : {})}
      autoComplete="new-password"
      disabled={locked}
      {...input}
      onFocus={(event) => {
        if (kept) event.currentTarget.select();
      }}
    />
  );
}
