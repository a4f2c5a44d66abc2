import { Accordion, Anchor, Badge, Title, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CodeBlock } from '@/components/code/code-block';
import { paths } from '@/config/paths';
import type { Document, MediaType, Operation, Parameter } from './openapi';
import { PROBLEM_CODES } from './problem-codes';
import { binaryOf, curlOf, type Filled, formOf, initialValues } from './request';
import { Inline, RichText } from './rich-text';
import { exampleOf, type Row, rowsOf, rulesOf, typeText } from './schema';
import { SchemaTable } from './schema-table';
import { TryIt } from './try-it';
import classes from './api-docs.module.css';

const COLORS: Readonly<Record<string, string>> = { GET: 'teal', POST: 'brand', DELETE: 'red' };

interface Props {
  document: Document;
  operation: Operation;
}

export function MethodBadge({ method }: { method: string }) {
  return (
    <Badge variant="light" color={COLORS[method] ?? 'gray'} radius="sm">
      {method}
    </Badge>
  );
}

interface SectionProps extends Props {
  open: boolean;
  onToggle: () => void;
}

export function OperationSection({ document, operation, open, onToggle }: SectionProps) {
  // Kept while collapsed, so that the input survives.
  const [filled, setFilled] = useState(() => initialValues(document, operation));
  const [titleId, partsId] = [`${operation.id}-title`, `${operation.id}-parts`];
  return (
    <section className={classes.operation} id={operation.id} aria-labelledby={titleId}>
      <Title order={2} fz={17} id={titleId}>
        <UnstyledButton
          className={classes.fold}
          aria-expanded={open}
          aria-controls={open ? partsId : undefined}
          onClick={onToggle}
        >
          <IconChevronRight size={18} stroke={1.8} aria-hidden />
          <span>{operation.summary || operation.path}</span>
        </UnstyledButton>
      </Title>
      <p className={classes.address}>
        <MethodBadge method={operation.method} /> <code>{operation.path}</code>
      </p>
      {open ? (
        <div id={partsId} className={classes.parts}>
          <Parts document={document} operation={operation} filled={filled} onChange={setFilled} />
        </div>
      ) : null}
    </section>
  );
}

interface PartsProps extends Props {
  filled: Filled;
  onChange: (filled: Filled) => void;
}

function Parts({ document, operation, filled, onChange }: PartsProps) {
  const { t } = useTranslation();
  return (
    <>
      <RichText text={operation.description} />
      {operation.parameters.length > 0 ? (
        <>
          <Title order={3} className={classes.subtitle}>
            {t('api_docs.parameters')}
          </Title>
          <ParameterTable document={document} parameters={operation.parameters} />
        </>
      ) : null}
      {operation.body ? (
        <>
          <Title order={3} className={classes.subtitle}>
            {t('api_docs.body')}
          </Title>
          <RichText text={operation.body.description} />
          {operation.body.content.map(([type, media]) => (
            <Media key={type} document={document} type={type} media={media} />
          ))}
        </>
      ) : null}
      <Title order={3} className={classes.subtitle}>
        {t('api_docs.answers')}
      </Title>
      <Answers document={document} operation={operation} />
      <Title order={3} className={classes.subtitle}>
        {t('api_docs.try.title')}
      </Title>
      <div className={classes.try}>
        <CodeBlock
          title={t('api_docs.curl')}
          code={curlOf(document, operation, filled, window.location.origin)}
        />
        {(formOf(operation) ?? binaryOf(operation)) ? null : (
          <TryIt document={document} operation={operation} filled={filled} onChange={onChange} />
        )}
      </div>
    </>
  );
}

function ParameterTable({ document, parameters }: { document: Document; parameters: readonly Parameter[] }) {
  const { t } = useTranslation();
  const rows = parameters.map(
    ({ name, in: place, required = false, description = '', schema = {} }): Row => ({
      name,
      depth: 0,
      type: `${typeText(document, schema)} · ${t(`api_docs.in.${place}`)}`,
      required,
      description,
      rules: rulesOf(document, schema),
    }),
  );
  return <SchemaTable label={t('api_docs.parameters')} rows={rows} />;
}

interface MediaProps {
  document: Document;
  type: string;
  media: MediaType;
  answer?: boolean;
}

function Media({ document, type, media, answer = false }: MediaProps) {
  const { t } = useTranslation();
  const example = exampleOf(document, media);
  return (
    <div className={classes.media}>
      <code className={classes.mediaType}>{type}</code>
      {media.schema ? (
        <SchemaTable label={type} rows={rowsOf(document, media.schema)} answer={answer} />
      ) : null}
      {example === undefined || example === null ? null : (
        <CodeBlock
          title={t('api_docs.example')}
          code={typeof example === 'string' ? example : JSON.stringify(example, null, 2)}
        />
      )}
    </div>
  );
}

/** The description of an error response lists its codes. Links each to its explanation. */
function ProblemLinks({ description }: { description: string }) {
  const codes = PROBLEM_CODES.filter(([code]) => description.includes(`\`${code}\``));
  if (codes.length === 0) return null;
  return (
    <p className={classes.problemLinks}>
      {codes.map(([code]) => (
        <Anchor key={code} component={Link} to={{ pathname: paths.apiErrors, hash: code }}>
          {code}
        </Anchor>
      ))}
    </p>
  );
}

/** Success responses are expanded, errors are collapsed. */
function Answers({ document, operation }: Props) {
  const good = operation.answers.filter(({ status }) => status.startsWith('2')).map(({ status }) => status);
  return (
    <Accordion
      multiple
      defaultValue={good}
      variant="contained"
      chevronPosition="left"
      // A page has about a hundred of them, and few are opened.
      keepMounted={false}
    >
      {operation.answers.map(({ status, description, content }) => (
        <Accordion.Item key={status} value={status}>
          <Accordion.Control>
            <span className={classes.status} data-good={status.startsWith('2') || undefined}>
              {status}
            </span>{' '}
            <Inline text={description} />
          </Accordion.Control>
          <Accordion.Panel>
            <ProblemLinks description={description} />
            {content.map(([type, media]) => (
              <Media key={type} document={document} type={type} media={media} answer />
            ))}
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}
