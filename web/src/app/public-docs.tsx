/** The documentation for readers who are not logged in, with its own layout. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { ProductLogo } from '@/components/icon/product-logo';
import { ColorSchemeToggle } from '@/components/preferences/color-scheme-toggle';
import { paths } from '@/config/paths';
import { useTitle } from '@/lib/i18n/use-title';
import { useProductTitle } from '@/lib/product-title';
import { fullPath, loginPath } from '@/lib/routing/guard';
import { usePageTitle } from '@/lib/use-page-title';
import { LanguageMenu } from '@/shell/navbar/language-menu';
import classes from './open-docs.module.css';

const REFERENCE = { title: 'api_reference', view: 'docs/api' } as const;
const PAGES: Readonly<
  Record<string, { title: 'api_reference' | 'api_errors' | 'api_cookbook'; view: string }>
> = {
  [paths.apiErrors]: { title: 'api_errors', view: 'docs/api/errors' },
  [paths.apiCookbook]: { title: 'api_cookbook', view: 'docs/api/cookbook' },
};

export default function PublicDocs({ renderView }: { renderView: (view: string) => ReactNode }) {
  const { t } = useTranslation();
  const location = useLocation();
  const product = useProductTitle();
  const title = useTitle();
  const page = PAGES[location.pathname] ?? REFERENCE;
  usePageTitle(title(page.title));
  return (
    <>
      <header className={classes.header}>
        <Link to={paths.apiReference} className={classes.brand}>
          <ProductLogo size={26} />
          {product}
        </Link>
        <span className={classes.tools}>
          <LanguageMenu />
          <ColorSchemeToggle />
          <Button component={Link} to={loginPath(fullPath(location))} variant="default">
            {t('auth.log_in')}
          </Button>
        </span>
      </header>
      <main className={classes.main}>{renderView(page.view)}</main>
    </>
  );
}
