import '@mantine/dates/styles.css';
import { DateInput, DatesProvider, DateTimePicker } from '@mantine/dates';
import 'dayjs/locale/es';
import 'dayjs/locale/ja';
import 'dayjs/locale/zh-cn';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '@/config/constants';
import { useLanguage } from '@/lib/i18n/use-language';
import type { CalendarFieldProps } from './date-field';
import { momentOf, pickedOf } from './date-value';

const CALENDARS: Record<Language, { locale: string; firstDayOfWeek: 0 | 1 }> = {
  zh: { locale: 'zh-cn', firstDayOfWeek: 1 },
  en: { locale: 'en', firstDayOfWeek: 1 },
  es: { locale: 'es', firstDayOfWeek: 1 },
  ja: { locale: 'ja', firstDayOfWeek: 0 },
};

export default function CalendarField(props: CalendarFieldProps) {
  const { value = '', onChange, withTime = false, placeholder, takesFocus, ...rest } = props;
  const takeFocus = useCallback(
    (field: HTMLInputElement | HTMLButtonElement | null): void => {
      if (!takesFocus || !field) return;
      field.focus();
      // A field opens with the focus, a button when it is clicked.
      if (field instanceof HTMLButtonElement) field.click();
    },
    [takesFocus],
  );
  const { t } = useTranslation();
  const calendar = CALENDARS[useLanguage()];
  const shared = {
    ...rest,
    ...(placeholder === undefined ? {} : { placeholder }),
    clearable: true,
    clearButtonProps: { 'aria-label': t('form.dates.clear') },
    ariaLabels: {
      previousMonth: t('form.dates.previous_month'),
      nextMonth: t('form.dates.next_month'),
      previousYear: t('form.dates.previous_year'),
      nextYear: t('form.dates.next_year'),
      previousDecade: t('form.dates.previous_decade'),
      nextDecade: t('form.dates.next_decade'),
      monthLevelControl: t('form.dates.choose_month'),
      yearLevelControl: t('form.dates.choose_year'),
    },
  };
  return (
    <DatesProvider settings={calendar}>
      {withTime ? (
        <DateTimePicker
          {...shared}
          ref={takeFocus}
          valueFormat="YYYY-MM-DD HH:mm"
          submitButtonProps={{ 'aria-label': t('form.done') }}
          timePickerProps={{
            hoursInputLabel: t('form.dates.hours'),
            minutesInputLabel: t('form.dates.minutes'),
          }}
          value={pickedOf(value)}
          onChange={(picked) => onChange(momentOf(picked))}
        />
      ) : (
        <DateInput
          {...shared}
          ref={takeFocus}
          // Input format equals display format.
          valueFormat="YYYY-MM-DD"
          value={value || null}
          onChange={(picked) => onChange(picked ?? '')}
        />
      )}
    </DatesProvider>
  );
}
