import { Button, NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { countOf, MOST_NUMBERS } from './generation-form';
import { useFormat, useSeparators } from './use-format';

interface Props {
  count: number | string;
  /** How many numbers are available, once known. */
  available: number | undefined;
  onChange: (count: number | string) => void;
}

export function CountField({ count, available, onChange }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const separators = useSeparators();
  const wanted = countOf(count);
  const most = Math.min(available ?? MOST_NUMBERS, MOST_NUMBERS);
  const problem =
    wanted === null
      ? t('generation.count_problem', { most: format(MOST_NUMBERS) })
      : available !== undefined && wanted > available
        ? t('generation.too_few', { n: format(available), count: available })
        : null;
  return (
    <NumberInput
      label={t('generation.count')}
      value={count}
      onChange={onChange}
      min={1}
      max={MOST_NUMBERS}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator={separators.group}
      decimalSeparator={separators.decimal}
      hideControls
      error={problem}
      rightSectionWidth="auto"
      rightSection={
        <Button size="compact-xs" variant="subtle" mr={6} disabled={most < 1} onClick={() => onChange(most)}>
          {t('generation.count_most')}
        </Button>
      }
    />
  );
}
