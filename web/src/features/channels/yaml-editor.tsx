import { Text } from '@mantine/core';
import { type KeyboardEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './channels.module.css';

interface Props {
  value: string;
  onChange: (value: string) => void;
  error: string | null;
  readOnly: boolean;
}

/** A text area with line numbers, which the server's messages refer to. */
export function YamlEditor({ value, onChange, error, readOnly }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const lines = value.split('\n').length;

  /** Tab inserts two spaces. Shift+Tab leaves the field. */
  function indent(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== 'Tab' || event.shiftKey || event.altKey || event.ctrlKey || readOnly) return;
    event.preventDefault();
    const { selectionStart: start, selectionEnd: end } = event.currentTarget;
    event.currentTarget.setRangeText('  ', start, end, 'end');
    onChange(event.currentTarget.value);
  }

  return (
    <div>
      <div className={classes.yaml} data-error={error !== null || undefined}>
        <div className={classes.lines} aria-hidden>
          {Array.from({ length: lines }, (_, line) => line + 1).join('\n')}
        </div>
        <textarea
          className={classes.text}
          rows={lines}
          value={value}
          readOnly={readOnly}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          aria-label={t('channels.yaml_label')}
          aria-describedby={id}
          aria-invalid={error !== null}
          onKeyDown={indent}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </div>
      <Text
        id={id}
        size="xs"
        mt={6}
        {...(error === null ? { c: 'dimmed' } : { c: 'var(--mantine-color-error)', role: 'alert' })}
      >
        {error ?? t('channels.yaml_hint')}
      </Text>
    </div>
  );
}
