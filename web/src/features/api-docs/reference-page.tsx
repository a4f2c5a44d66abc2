/** The public API reference, rendered from the server's OpenAPI description. */
import { Button, Group, PasswordInput, Text } from '@mantine/core';
import { IconFold, IconFoldDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ErrorState } from '@/components/page/error-state';
import { PageHeader } from '@/components/page/page-header';
import { PageSkeleton } from '@/components/page/page-skeleton';
import { SectionCard } from '@/components/page/section-card';
import { useLanguage } from '@/lib/i18n/use-language';
import { useTitle } from '@/lib/i18n/use-title';
import { referenceOptions } from './api/description';
import { DocLinks } from './doc-links';
import { opened, useOpenOperations } from './open-operations';
import { type Document, operationsOf } from './openapi';
import { MethodBadge, OperationSection } from './operation-section';
import { RichText } from './rich-text';
import { useTryKey } from './try-key';
import { useAnchor } from './use-anchor';
import classes from './api-docs.module.css';

const KEY_SHAPE = 'ns_…';

export default function ReferencePage() {
  const { t } = useTranslation();
  const title = useTitle()('api_reference');
  const language = useLanguage();
  const description = useQuery(referenceOptions(language));
  if (description.isPending) return <PageSkeleton />;
  return (
    <>
      <PageHeader
        title={title}
        description={t('api_docs.reference_hint')}
        actions={<DocLinks on="reference" />}
      />
      {description.isLoadingError ? (
        <ErrorState message={t('api_docs.load_failed')} onRetry={() => void description.refetch()} />
      ) : (
        <Reference document={description.data} />
      )}
    </>
  );
}

function Reference({ document }: { document: Document }) {
  const { t } = useTranslation();
  const operations = operationsOf(document);
  const ids = operations.map(({ id }) => id);
  const [open, setOpen] = useOpenOperations(ids, useAnchor(true));
  const all = ids.every((id) => open.has(id));
  const OpenIcon = all ? IconFold : IconFoldDown;
  return (
    <div className={classes.reference}>
      <nav className={classes.contents} aria-label={t('api_docs.contents')}>
        <ol>
          {operations.map(({ id, method, path }) => (
            <li key={id}>
              <Link to={{ hash: id }} onClick={() => setOpen(opened(open, id, true))}>
                <MethodBadge method={method} />
                <code>{path}</code>
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <div className={classes.operations}>
        {document.info.description ? (
          <div className={classes.introduction}>
            <RichText text={document.info.description} />
          </div>
        ) : null}
        <KeyField />
        <Group justify="flex-end">
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<OpenIcon size={16} stroke={1.6} />}
            onClick={() => setOpen(new Set(all ? [] : ids))}
          >
            {all ? t('api_docs.close_all') : t('api_docs.open_all')}
          </Button>
        </Group>
        {operations.map((operation) => (
          <OperationSection
            key={operation.id}
            document={document}
            operation={operation}
            open={open.has(operation.id)}
            onToggle={() => setOpen(opened(open, operation.id, !open.has(operation.id)))}
          />
        ))}
      </div>
    </div>
  );
}

function KeyField() {
  const { t } = useTranslation();
  const { value, set } = useTryKey();
  return (
    <SectionCard title={t('api_docs.key.title')}>
      <PasswordInput
        label={t('api_docs.key.label')}
        description={t('api_docs.key.hint')}
        placeholder={KEY_SHAPE}
        maw={560}
        // Browsers must not offer to save the key.
        autoComplete="off"
        data-1p-ignore
        spellCheck={false}
        value={value}
        onChange={(event) => set(event.currentTarget.value)}
      />
      <Text c="dimmed" mt="xs">
        {t('api_docs.key.warning')}
      </Text>
    </SectionCard>
  );
}
