import { Button } from '@mantine/core';
import { IconAlertTriangle, IconBook2, IconChefHat, IconFileDownload, IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/config/paths';
import { showsApiInfo } from '@/lib/session/account';
import { useSessionStore } from '@/lib/session/session-store';
import { DESCRIPTION_PATH } from './api/description';

const ICON = { size: 16, stroke: 1.6 } as const;

const LINKS = [
  { page: 'reference', to: paths.apiReference, Icon: IconBook2 },
  { page: 'cookbook', to: paths.apiCookbook, Icon: IconChefHat },
  { page: 'errors', to: paths.apiErrors, Icon: IconAlertTriangle },
] as const;

type Page = 'reference' | 'errors' | 'cookbook';

export function DocLinks({ on }: { on: Page }) {
  const { t } = useTranslation();
  const user = useSessionStore((session) => session.user);
  return (
    <>
      {user && showsApiInfo(user) ? (
        <Button component={Link} to={paths.apiInfo} variant="default" leftSection={<IconKey {...ICON} />}>
          {t('api_docs.keys_page')}
        </Button>
      ) : null}
      {LINKS.filter(({ page }) => page !== on).map(({ page, to, Icon }) => (
        <Button key={page} component={Link} to={to} variant="default" leftSection={<Icon {...ICON} />}>
          {t(`api_docs.${page}_page`)}
        </Button>
      ))}
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
