/** How the file was read, in one line, with a way to change it. */
import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { joinNames, withLabel } from '@/lib/i18n/phrases';
import { useLanguage } from '@/lib/i18n/use-language';
import { isFreeText, type Mapping, type Preview } from '@/lib/screening/list-types';
import { useColumnName, useCountryName } from './use-reading-words';

interface Props {
  mapping: Mapping;
  preview: Pick<Preview, 'columns'>;
  /** Null while the file is being read. */
  onChange: (() => void) | null;
}

export function ReadingLine({ mapping, preview, onChange }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const column = useColumnName(preview);
  const country = useCountryName();
  const { column: first, more_columns: more, area_column: area } = mapping;
  const { country_column: ofRow, default_country: code } = mapping;
  const text = mapping.delimiter === 'mobile_only' ? 'mobiles' : 'numbers';
  const parts = [
    isFreeText(mapping.delimiter)
      ? t(`screening.ask.${text}`)
      : withLabel(language, t('screening.read_as.column'), joinNames(language, [first, ...more].map(column))),
    area === null ? '' : withLabel(language, t('screening.map.area_column'), column(area)),
    ofRow === null ? '' : withLabel(language, t('screening.map.country_column'), column(ofRow)),
    code === null ? '' : withLabel(language, t('screening.read_as.country'), country(code)),
    code === null && ofRow === null ? country('') : '',
  ];
  return (
    <Text c="dimmed" mb="md">
      {parts.filter((part) => part !== '').join(' · ')}
      {onChange ? (
        <>
          {' — '}
          <Anchor
            component="button"
            type="button"
            aria-label={t('screening.read_as.change_label')}
            onClick={onChange}
          >
            {t('screening.read_as.change')}
          </Anchor>
        </>
      ) : null}
    </Text>
  );
}
