import { MultiSelect, NativeSelect, Select, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DELIMITERS, ENCODINGS, type Preview } from '@/lib/screening/list-types';
import { useCountryOptions } from '@/lib/screening/use-country-options';
import { columnLetter, type MappingChange, MAX_NUMBER_COLUMNS } from './mapping';
import classes from './wizard.module.css';

interface Props {
  preview: Preview;
  busy: boolean;
  onCorrect: (change: MappingChange) => void;
}

/** The detected mapping. Every field can be corrected. */
export function MappingFields({ preview: { format, sheets, columns, mapping }, busy, onCorrect }: Props) {
  const { t } = useTranslation();
  const countries = useCountryOptions();
  const text = format !== 'xlsx';
  const columnOptions = columns.map(({ name }, index) => ({
    value: String(index),
    label: name || t('screening.map.column_n', { letter: columnLetter(index) }),
  }));
  return (
    <div className={classes.fields}>
      <Select
        label={t('screening.map.country')}
        placeholder={t('screening.map.no_country')}
        data={countries}
        value={mapping.default_country}
        searchable
        clearable
        disabled={busy}
        nothingFoundMessage={t('table.nothing_found')}
        clearButtonProps={{ 'aria-label': t('screening.map.no_country') }}
        onChange={(country) => onCorrect({ default_country: country })}
      />
      {columns.length > 1 ? (
        <NativeSelect
          label={t('screening.map.country_column')}
          data={[{ value: '', label: t('screening.map.none') }, ...columnOptions]}
          value={mapping.country_column === null ? '' : String(mapping.country_column)}
          disabled={busy}
          onChange={({ currentTarget: { value } }) =>
            onCorrect({ country_column: value === '' ? 'none' : { column: Number(value) } })
          }
        />
      ) : null}
      {columns.length > 1 ? (
        <NativeSelect
          label={t('screening.map.area_column')}
          data={[{ value: '', label: t('screening.map.none') }, ...columnOptions]}
          value={mapping.area_column === null ? '' : String(mapping.area_column)}
          disabled={busy}
          onChange={({ currentTarget: { value } }) =>
            onCorrect({ area_column: value === '' ? 'none' : { column: Number(value) } })
          }
        />
      ) : null}
      {columns.length > 1 ? (
        <MultiSelect
          label={t('screening.map.more_columns')}
          data={columnOptions.filter((_, index) => index !== mapping.column)}
          placeholder={mapping.more_columns.length > 0 ? '' : t('screening.map.none')}
          value={mapping.more_columns.map(String)}
          maxValues={MAX_NUMBER_COLUMNS - 1}
          searchable
          clearable
          disabled={busy}
          nothingFoundMessage={t('table.nothing_found')}
          clearButtonProps={{ 'aria-label': t('form.dates.clear') }}
          onChange={(more) => onCorrect({ more_columns: more.map(Number) })}
        />
      ) : null}
      {sheets.length > 1 ? (
        <>
          <NativeSelect
            label={t('screening.map.sheet')}
            data={[...sheets]}
            value={mapping.sheet ?? ''}
            disabled={busy}
            onChange={(event) => onCorrect({ sheet: event.currentTarget.value })}
          />
          <MultiSelect
            label={t('screening.map.more_sheets')}
            data={sheets.filter((sheet) => sheet !== mapping.sheet)}
            placeholder={mapping.more_sheets.length > 0 ? '' : t('screening.map.none')}
            value={[...mapping.more_sheets]}
            searchable
            clearable
            disabled={busy}
            nothingFoundMessage={t('table.nothing_found')}
            clearButtonProps={{ 'aria-label': t('form.dates.clear') }}
            onChange={(more) => onCorrect({ more_sheets: more })}
          />
        </>
      ) : null}
      {text ? (
        <>
          <NativeSelect
            label={t('screening.map.encoding')}
            data={ENCODINGS.map((value) => ({ value, label: value.toUpperCase() }))}
            value={mapping.encoding}
            disabled={busy}
            onChange={(event) => {
              const encoding = ENCODINGS.find((one) => one === event.currentTarget.value);
              if (encoding) onCorrect({ encoding });
            }}
          />
          <NativeSelect
            label={t('screening.map.delimiter')}
            data={DELIMITERS.map((value) => ({ value, label: t(`screening.map.delimiters.${value}`) }))}
            value={mapping.delimiter}
            disabled={busy}
            onChange={(event) => {
              const delimiter = DELIMITERS.find((one) => one === event.currentTarget.value);
              if (delimiter) onCorrect({ delimiter });
            }}
          />
        </>
      ) : null}
      <Switch
        label={t('screening.map.header')}
        checked={mapping.header}
        disabled={busy}
        pb={8}
        onChange={(event) => onCorrect({ header: event.currentTarget.checked })}
      />
    </div>
  );
}
