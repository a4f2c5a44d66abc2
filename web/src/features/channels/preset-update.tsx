/** A newer version of the preset that a channel was made from. */
import { Alert, Badge, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChannelView } from '@/lib/screening/types';
import { changeLines } from './change-lines';
import classes from './channels.module.css';

interface Props {
  update: NonNullable<ChannelView['update']>;
  locked: boolean;
  /** Fills the form with the update. It is stored when the form is saved. */
  onTake: () => void;
}

export function PresetUpdateNotice({ update, locked, onTake }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const kept = update.changes.filter((change) => change.kept).length;
  return (
    <Alert mb="md" title={t('channels.update.title', { version: update.version })}>
      <Text size="sm">
        {t('channels.update.text', { n: update.changes.length })}
        {kept > 0 ? ` ${t('channels.update.kept_text', { n: kept })}` : null}
      </Text>
      {shown ? (
        <ul className={classes.changes} aria-label={t('channels.update.changes')}>
          {update.changes.map((change) => (
            <li key={change.field}>
              <Group gap="xs">
                <Text size="sm" fw={600}>
                  {change.field}
                </Text>
                {change.kept ? (
                  <Badge size="sm" color="gray" variant="light">
                    {t('channels.update.kept')}
                  </Badge>
                ) : null}
              </Group>
              {changeLines(change.old, change.new).map(({ sign, text }, at) => (
                // oxlint-disable-next-line react/no-array-index-key
                <code key={at} className={classes.change} data-sign={sign}>
                  <VisuallyHidden>
                    {sign === '+' ? t('channels.update.new') : t('channels.update.now')}:
                  </VisuallyHidden>
                  <span aria-hidden="true">{sign}</span> {text}
                </code>
              ))}
            </li>
          ))}
        </ul>
      ) : null}
      <Group gap="sm" mt="sm">
        <Button variant="default" size="compact-sm" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? t('channels.update.hide') : t('channels.update.show')}
        </Button>
        {locked || !shown ? null : (
          <Button size="compact-sm" onClick={onTake}>
            {t('channels.update.take')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
