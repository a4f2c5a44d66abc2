import { Checkbox, Radio, Text, UnstyledButton } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { HorizontalScroll } from '@/components/horizontal-scroll/horizontal-scroll';
import { useLanguage } from '@/lib/i18n/use-language';
import { isFreeText, type Preview } from '@/lib/screening/list-types';
import { columnLetter, MAX_CARRIED } from './mapping';
import classes from './wizard.module.css';

interface Props {
  preview: Preview;
  busy: boolean;
  onColumn: (column: number) => void;
  /** Selects the header row, counted from 0 without blank rows. */
  onHeader: (row: number) => void;
  /** Columns carried over to the export. Null if carrying is not possible. */
  carried: readonly number[] | null;
  onCarried?: (carried: readonly number[]) => void;
}

/** The first rows of the file. The number column and carried columns are selected in the header. */
export function PreviewTable({ preview, busy, onColumn, onHeader, carried, onCarried }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const group = useId();
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const { column: chosen, more_columns: more, delimiter } = preview.mapping;
  const isNumber = (index: number): boolean => index === chosen || more.includes(index);
  const top = preview.top;
  const leftOut = (index: number): boolean =>
    !isNumber(index) && carried !== null && !carried.includes(index);

  function carry(index: number, wanted: boolean): void {
    const others = (carried ?? []).filter((one) => one !== index);
    onCarried?.((wanted ? [...others, index] : others).toSorted((a, b) => a - b));
  }

  return (
    <div className={classes.preview}>
      <HorizontalScroll label={t('screening.map.preview')} busy={busy}>
        <table>
          <thead>
            <tr>
              <th className={classes.line} scope="col">
                {t('screening.map.row')}
              </th>
              {preview.columns.map(({ name, valid }, index) => {
                const title = name || t('screening.map.column_n', { letter: columnLetter(index) });
                return (
                  // Columns are identified by position.
                  // oxlint-disable-next-line react/no-array-index-key
                  <th key={index} scope="col" data-number={isNumber(index) || undefined}>
                    <span className={classes.columnName} title={title}>
                      {title}
                    </span>
                    <Text size="xs" c="dimmed" fw={400} mb={6}>
                      {t('screening.map.valid', { share: percent.format(valid) })}
                    </Text>
                    <Radio
                      name={group}
                      size="xs"
                      label={t('screening.map.number_column')}
                      checked={index === chosen}
                      disabled={busy}
                      onChange={() => onColumn(index)}
                    />
                    {carried && (index !== chosen || more.length > 0) ? (
                      <Checkbox
                        mt={6}
                        size="xs"
                        label={t('screening.map.carry')}
                        checked={carried.includes(index)}
                        disabled={!carried.includes(index) && carried.length >= MAX_CARRIED}
                        onChange={(event) => carry(index, event.currentTarget.checked)}
                      />
                    ) : null}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {[...top, ...preview.rows].map((row, line) => (
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={line} data-top={line < top.length || undefined}>
                <td className={classes.line}>
                  {isFreeText(delimiter) ? (
                    line + 1
                  ) : (
                    <UnstyledButton
                      className={classes.headerButton}
                      disabled={busy}
                      title={t('screening.map.use_header', { row: line + 1 })}
                      aria-label={t('screening.map.use_header', { row: line + 1 })}
                      onClick={() => onHeader(line)}
                    >
                      {line + 1}
                    </UnstyledButton>
                  )}
                </td>
                {preview.columns.map((_, index) => (
                  <td
                    // oxlint-disable-next-line react/no-array-index-key
                    key={index}
                    title={row[index] ?? ''}
                    data-number={isNumber(index) || undefined}
                    data-left-out={leftOut(index) || undefined}
                  >
                    {row[index] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </HorizontalScroll>
    </div>
  );
}
