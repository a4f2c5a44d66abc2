import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ProductLogo } from '@/components/icon/product-logo';
import { paths } from '@/config/paths';
import { useProductTitle } from '@/lib/product-title';
import type { AppRoute } from '@/lib/routing/app-route';
import { useSettingsStore } from '@/lib/stores/settings-store';
import { CollapsedItem } from './collapsed-item';
import { SidebarEntry } from './sidebar-entry';
import { activePath, sidebarItems } from './sidebar-items';
import classes from './sidebar.module.css';

interface Props {
  routes: readonly AppRoute[];
  route: AppRoute | undefined;
  pathname: string;
  collapsed: boolean;
}

/** Not rendered again with every change of the shell around it. */
export const Sidebar = memo(function Sidebar({ routes, route, pathname, collapsed }: Props) {
  const { t } = useTranslation();
  const product = useProductTitle();
  const withLogo = useSettingsStore((settings) => settings.sidebarLogo);
  const items = useMemo(() => sidebarItems(routes), [routes]);
  const active = activePath(route, pathname);
  return (
    <>
      {withLogo ? (
        <Link to={paths.root} className={classes.logo} aria-label={product} data-testid="sidebar-logo">
          <ProductLogo />
          {collapsed ? null : <span className={classes.logoText}>{product}</span>}
        </Link>
      ) : null}
      <nav className={classes.scroll} aria-label={t('shell.main_menu')}>
        <ul className={classes.list}>
          {items.map((item) =>
            collapsed ? (
              <CollapsedItem key={item.path} item={item} active={active} />
            ) : (
              <SidebarEntry key={item.path} item={item} active={active} depth={0} />
            ),
          )}
        </ul>
      </nav>
    </>
  );
});
