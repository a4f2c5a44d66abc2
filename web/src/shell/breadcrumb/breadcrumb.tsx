import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useTitle } from '@/lib/i18n/use-title';
import type { AppRoute } from '@/lib/routing/app-route';
import { breadcrumbTrail } from '@/lib/routing/breadcrumb';
import classes from './breadcrumb.module.css';

export function Breadcrumb({ matched }: { matched: readonly AppRoute[] }) {
  const { t } = useTranslation();
  const title = useTitle();
  return (
    <nav aria-label={t('shell.breadcrumb')} className={classes.nav}>
      <ol className={classes.list}>
        {breadcrumbTrail(matched).map((crumb) => (
          <li key={crumb.to ?? crumb.title} className={classes.crumb}>
            {crumb.to === undefined ? (
              <span aria-current="page">{title(crumb.title)}</span>
            ) : (
              <Link to={crumb.to}>{title(crumb.title)}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
