import { Button } from '@mantine/core';
import { IconAlertTriangle, IconBook2, IconFileDownload, IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/config/paths';
import { showsApiInfo } from '@/lib/session/account';
import { useSessionStore } from '@/lib/session/session-store';
import { DESCRIPTION_PATH } from './api/description';

const ICON = { size: 16, stroke: 1.6 } as const;

export function DocLinks({ on }: { on: 'reference' | 'errors' }) {
  const { t } = useTranslation();
  const user = useSessionStore((session) => session.user);
  return (
    <>
      {user && showsApiInfo(user) ? (
        <Button component={Link} to={paths.apiInfo} variant="default" leftSection={<IconKey {...ICON} />}>
          {t('api_docs.keys_page')}
        </Button>
      ) : null}
      {on === 'reference' ? (
        <Button
          component={Link}
          to={paths.apiErrors}
          variant="default"
          leftSection={<IconAlertTriangle {...ICON} />}
        >
          {t('api_docs.errors_page')}
        </Button>
      ) : (
        <Button
          component={Link}
          to={paths.apiReference}
          variant="default"
          leftSection={<IconBook2 {...ICON} />}
        >
          {t('api_docs.reference_page')}
        </Button>
      )}
      <Button
        component="a"
        href={DESCRIPTION_PATH}
        download="numsift-openapi.json"
        variant="default"
        leftSection={<IconFileDownload {...ICON} />}
      >
        {t('api_docs.description_file')}
      </Button>
    </>
  );
}
