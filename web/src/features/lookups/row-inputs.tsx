/** Fields for what the chosen checks need besides the numbers. */
import { Button, Table, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateField } from '@/components/date-field/date-field';
import { firstForAll, type GivenInputs, type NeededInput } from './inputs';

interface Props {
  numbers: readonly string[];
  needed: readonly NeededInput[];
  given: GivenInputs;
  error: string | null;
  onChange: (given: GivenInputs) => void;
}

export function RowInputs({ numbers, needed, given, error, onChange }: Props) {
  const { t } = useTranslation();
  const set = (number: string, name: string, value: string): void =>
    onChange({ ...given, [number]: { ...given[number], [name]: value } });
  return (
    <div>
      <Text fw={500} size="sm" mt="md">
        {t('lookups.inputs')}
      </Text>
      <Text c="dimmed" size="xs">
        {t('lookups.inputs_hint')}
      </Text>
      {error === null ? null : (
        <Text c="red" size="xs" role="alert">
          {error}
        </Text>
      )}
      <Table.ScrollContainer minWidth={320}>
        <Table withRowBorders={false} verticalSpacing={4} aria-label={t('lookups.inputs')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('lookups.number')}</Table.Th>
              {needed.map(({ name, checks }) => (
                <Table.Th key={name}>{t('lookups.input_of', { name, checks: checks.join(', ') })}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {numbers.map((number) => (
              <Table.Tr key={number}>
                <Table.Td className="ns-numeric">{number}</Table.Td>
                {needed.map(({ name, kind }) => {
                  const label = t('lookups.input_about', { name, number });
                  const value = given[number]?.[name] ?? '';
                  return (
                    <Table.Td key={name}>
                      {kind === 'date' ? (
                        <DateField
                          aria-label={label}
                          value={value}
                          onChange={(day) => set(number, name, day)}
                        />
                      ) : (
                        <TextInput
                          aria-label={label}
                          maxLength={64}
                          value={value}
                          onChange={(event) => set(number, name, event.currentTarget.value)}
                        />
                      )}
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {numbers.length > 1 ? (
        <Button variant="default" size="xs" mt={4} onClick={() => onChange(firstForAll(numbers, given))}>
          {t('lookups.inputs_for_all')}
        </Button>
      ) : null}
    </div>
  );
}
