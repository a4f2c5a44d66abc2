import { Alert, Button, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '@/components/code/code-block';
import { type Received, send } from './api/send';
import type { Document, Operation } from './openapi';
import { acceptedTypes, faultOf, type Filled, parameterId, requestOf } from './request';
import { useTryKey } from './try-key';
import classes from './api-docs.module.css';

/** Longer responses would slow down the page. */
const SHOWN_CHARS = 100_000;

interface Props {
  document: Document;
  operation: Operation;
  filled: Filled;
  onChange: (filled: Filled) => void;
}

/** Sends real requests with the reader's own key. */
export function TryIt({ document, operation, filled, onChange }: Props) {
  const { t } = useTranslation();
  const key = useTryKey((state) => state.value);
  const [problem, setProblem] = useState<string | null>(null);
  const types = acceptedTypes(operation);
  const call = useMutation({
    // Shown below the request.
    meta: { quiet: true },
    mutationFn: () => {
      const where = { origin: window.location.origin, key: key.trim() };
      return send(requestOf(document, operation, filled, where));
    },
  });

  function submit(): void {
    const fault = faultOf(operation, filled);
    if (operation.secured && key.trim() === '') setProblem(t('api_docs.try.key_missing'));
    else if (fault?.kind === 'path_missing') setProblem(t('api_docs.try.path_missing', { name: fault.name }));
    else if (fault) setProblem(t('api_docs.try.body_wrong'));
    else {
      setProblem(null);
      call.mutate();
    }
  }

  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {operation.parameters.length > 0 ? (
        <div className={classes.inputs}>
          {operation.parameters.map((parameter) => {
            const id = parameterId(parameter);
            return (
              <TextInput
                key={id}
                label={parameter.name}
                required={parameter.required ?? false}
                autoComplete="off"
                spellCheck={false}
                value={filled.parameters[id] ?? ''}
                onChange={(event) =>
                  onChange({
                    ...filled,
                    parameters: { ...filled.parameters, [id]: event.currentTarget.value },
                  })
                }
              />
            );
          })}
        </div>
      ) : null}
      {operation.body ? (
        <Textarea
          label={t('api_docs.try.body')}
          autosize
          minRows={3}
          maxRows={16}
          spellCheck={false}
          classNames={{ input: classes.code }}
          value={filled.body}
          onChange={(event) => onChange({ ...filled, body: event.currentTarget.value })}
        />
      ) : null}
      <div className={classes.send}>
        {types.length > 1 ? (
          <NativeSelect
            label={t('api_docs.try.accept')}
            data={[...types]}
            value={filled.accept}
            onChange={(event) => onChange({ ...filled, accept: event.currentTarget.value })}
          />
        ) : null}
        <Button type="submit" loading={call.isPending} leftSection={<IconSend size={16} stroke={1.6} />}>
          {t('api_docs.try.send')}
        </Button>
      </div>
      {problem ? (
        <Alert color="yellow" role="alert">
          {problem}
        </Alert>
      ) : null}
      {call.isError ? (
        <Alert color="red" role="alert">
          {t('api_docs.try.failed')}
        </Alert>
      ) : null}
      {call.data ? <Answer received={call.data} /> : null}
    </form>
  );
}

function Answer({ received }: { received: Received }) {
  const { t } = useTranslation();
  const { status, statusText, headers, body } = received;
  return (
    <div className={classes.received} role="status">
      <p className={classes.receivedStatus}>
        {t('api_docs.try.status')}{' '}
        <span className={classes.status} data-good={status < 300 || undefined}>
          {status} {statusText}
        </span>
      </p>
      <CodeBlock
        title={t('api_docs.try.headers')}
        code={headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
      />
      {body ? <CodeBlock title={t('api_docs.try.answer')} code={body.slice(0, SHOWN_CHARS)} /> : null}
      {body.length > SHOWN_CHARS ? (
        <Text c="dimmed" size="xs">
          {t('api_docs.try.cut', { n: SHOWN_CHARS })}
        </Text>
      ) : null}
    </div>
  );
}
