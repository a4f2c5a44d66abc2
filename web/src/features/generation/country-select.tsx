import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCountries } from './use-country-name';

interface Props {
  label: string;
  description?: string;
  value: string | null;
  clearable?: boolean;
  error?: string | undefined;
  onChange: (code: string | null) => void;
}

export function CountrySelect({ clearable = false, error, ...rest }: Props) {
  const { t } = useTranslation();
  const countries = useCountries();
  return (
    <Select
      {...rest}
      error={error ?? null}
      searchable
      clearable={clearable}
      allowDeselect={clearable}
      placeholder={t('generation.country_placeholder')}
      nothingFoundMessage={t('generation.no_country')}
      maxDropdownHeight={320}
      data={countries.map(({ code, calling_code, name }) => ({
        value: code,
        label: t('generation.country_line', { name, code: calling_code }),
      }))}
      clearButtonProps={{ 'aria-label': t('generation.clear') }}
    />
  );
}
