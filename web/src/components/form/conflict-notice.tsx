import { Alert, Button, Text } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { joinNames } from '@/lib/i18n/phrases';
import { useLanguage } from '@/lib/i18n/use-language';
import type { Conflict } from './use-versioned-save';

interface Props<Field extends string> {
  conflict: Conflict<Field>;
  busy: boolean;
  onReload: () => void;
  /** Labels of the form's fields. */
  fieldName: (field: Field) => string;
}

/**
 * Shown if someone else saved the same record first. Keeps the user's input and does not overwrite the other
 * change.
 */
export function ConflictNotice<Field extends string>({ conflict, busy, onReload, fieldName }: Props<Field>) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (conflict.kind === 'none') return null;
  const reloaded = conflict.kind === 'reloaded';
  return (
    <Alert
      role="alert"
      color={reloaded ? 'teal' : 'yellow'}
      icon={<IconUsersGroup size={18} stroke={1.6} />}
      title={t('form.conflict_title')}
    >
      <Text>{reloaded ? t('form.conflict_reloaded') : t('form.conflict_text')}</Text>
      {reloaded && conflict.both.length > 0 ? (
        <Text mt={4}>
          {t('form.conflict_both', { fields: joinNames(language, conflict.both.map(fieldName)) })}
        </Text>
      ) : null}
      {reloaded ? null : (
        <Button mt="sm" size="compact-sm" variant="default" loading={busy} onClick={onReload}>
          {t('form.conflict_reload')}
        </Button>
      )}
    </Alert>
  );
}
