import { Text, Title } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { MenuIcon } from '@/components/icon/menu-icon';
import { paths } from '@/config/paths';
import { useTitle } from '@/lib/i18n/use-title';
import { flattenRoutes } from '@/lib/routing/match-route';
import { useSessionStore } from '@/lib/session/session-store';
import classes from './dashboard.module.css';

const MAX_LINKS = 8;

/** Links to the pages of the account's menu. */
export function QuickLinks() {
  const { t } = useTranslation();
  const title = useTitle();
  const routes = useSessionStore((session) => session.routes) ?? [];
  const pages = flattenRoutes(routes.filter(({ hidden }) => !hidden))
    .filter((route) => route.view !== undefined && !route.hidden && route.path !== paths.dashboard)
    .slice(0, MAX_LINKS);
  return (
    <section className={classes.card} aria-labelledby="quick-links">
      <Title order={2} id="quick-links" fz={15} mb="sm">
        {t('dashboard.quick_links')}
      </Title>
      {pages.length === 0 ? <Text c="dimmed">{t('dashboard.no_pages')}</Text> : null}
      <ul className={classes.links}>
        {pages.map((route) => (
          <li key={route.path}>
            <Link to={route.path} className={classes.link}>
              <MenuIcon name={route.meta.icon} />
              <span>{title(route.meta.title)}</span>
              <IconChevronRight size={15} stroke={1.6} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
