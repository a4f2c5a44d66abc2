import { ActionIcon, Button, Input, PasswordInput, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Pair } from './draft-values';
import type { ChannelForm } from './fields';
import classes from './channels.module.css';

interface Props {
  form: ChannelForm;
  /** Path of the list of pairs. */
  path: string;
  label: string;
  locked: boolean;
  nameLabel?: string;
  valueLabel?: string;
  /** Id of a list of values to suggest. */
  suggestions?: string;
  /** Whether the values are secrets. */
  secret?: boolean;
}

export function PairsField(props: Props) {
  const { form, path, label, locked, nameLabel, valueLabel, suggestions, secret = false } = props;
  const { t } = useTranslation();
  const { value = [], error }: { value?: readonly Pair[]; error?: string } = form.getInputProps(path);
  const first = nameLabel ?? t('channels.pair.name');
  const second = valueLabel ?? t('channels.pair.value');
  const Value = secret ? PasswordInput : TextInput;
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      <div className={classes.pairs}>
        {value.map((_, row) => (
          // Rows have no identity. The form stores values by position.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={row} className={classes.pair}>
            <TextInput
              aria-label={`${label}: ${first} ${row + 1}`}
              placeholder={first}
              autoComplete="off"
              disabled={locked}
              {...form.getInputProps(`${path}.${row}.name`)}
            />
            <Value
              aria-label={`${label}: ${second} ${row + 1}`}
              placeholder={second}
              list={suggestions}
              autoComplete="off"
              disabled={locked}
              {...form.getInputProps(`${path}.${row}.value`)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={locked}
              aria-label={`${label}: ${t('channels.pair.remove', { row: row + 1 })}`}
              onClick={() => form.removeListItem(path, row)}
            >
              <IconX size={15} stroke={1.7} />
            </ActionIcon>
          </div>
        ))}
        {locked ? null : (
          <Button
            variant="subtle"
            size="compact-sm"
            w="max-content"
            leftSection={<IconPlus size={14} stroke={1.7} />}
            onClick={() => form.insertListItem(path, { name: '', value: '' } satisfies Pair)}
          >
            {t('channels.pair.add')}
          </Button>
        )}
      </div>
    </Input.Wrapper>
  );
}
