/** Explains each error of the public API. The `type` of every problem links to its entry here. */
import { Alert, Badge, Title } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PageHeader } from '@/components/page/page-header';
import { useTitle } from '@/lib/i18n/use-title';
import { DocLinks } from './doc-links';
import { PROBLEM_CODES } from './problem-codes';
import { useAnchor } from './use-anchor';
import classes from './api-docs.module.css';

export default function ErrorsPage() {
  const { t } = useTranslation();
  const title = useTitle()('api_errors');
  const wanted = useAnchor(true);
  const unknown = wanted !== '' && !PROBLEM_CODES.some(([code]) => code === wanted);
  return (
    <>
      <PageHeader title={title} description={t('api_docs.errors_hint')} actions={<DocLinks on="errors" />} />
      {unknown ? (
        <Alert color="yellow" mb="md">
          {t('api_docs.unknown_code', { code: wanted })}
        </Alert>
      ) : null}
      <div className={classes.problems}>
        {PROBLEM_CODES.map(([code, status]) => (
          <section
            key={code}
            id={code}
            className={classes.problem}
            data-wanted={code === wanted || undefined}
            aria-labelledby={`${code}-title`}
          >
            <div className={classes.problemHead}>
              <Title order={2} fz={15} id={`${code}-title`}>
                <code>{code}</code>
              </Title>
              <Badge variant="default" radius="sm">
                {status}
              </Badge>
              <Link
                to={{ hash: code }}
                aria-label={t('api_docs.link_to', { code })}
                className={classes.anchor}
              >
                <IconLink size={15} stroke={1.7} aria-hidden />
              </Link>
            </div>
            <p>{t(`api_docs.errors.${code}.meaning`)}</p>
            <p className={classes.action}>
              <b>{t('api_docs.what_to_do')}</b> {t(`api_docs.errors.${code}.action`)}
            </p>
          </section>
        ))}
      </div>
    </>
  );
}
