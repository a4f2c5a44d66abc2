/** The layout around every page. */
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { PHONE_BREAKPOINT_PX, SIDEBAR_COLLAPSED_WIDTH_PX, SIDEBAR_WIDTH_PX } from '@/config/constants';
import { paths } from '@/config/paths';
import { useTitle } from '@/lib/i18n/use-title';
import type { AppRoute } from '@/lib/routing/app-route';
import { resolve, type Resolved } from '@/lib/routing/resolve';
import { mustSecureFirst, useSessionStore } from '@/lib/session/session-store';
import { useAppStore } from '@/lib/stores/app-store';
import { useSettingsStore } from '@/lib/stores/settings-store';
import { usePageTitle } from '@/lib/use-page-title';
import { Dialogs, type DialogName } from './dialogs';
import { Navbar } from './navbar/navbar';
import { OfflineBanner } from './session/offline-banner';
import { SwitchingBar } from './session/switching-bar';
import { useLiveEvents } from './session/use-live-events';
import { useNewVersionNotice } from './session/use-new-version-notice';
import { useWaitConfirm } from './session/use-wait-confirm';
import { SettingsHandle } from './settings/settings-handle';
import { Sidebar } from './sidebar/sidebar';
import { useTabsStore } from './tags-view/tabs-store';
import { TagsView } from './tags-view/tags-view';
import { useDevice } from './use-device';
import { useOpenTabs } from './use-open-tabs';
import { usePageRequests } from './use-page-requests';
import { RefreshHelper } from './views/refresh-helper';
import { type RenderView, Views } from './views/views';
import classes from './shell.module.css';

interface Props {
  renderView: RenderView;
}

const NO_ROUTES: readonly AppRoute[] = [];

export function Shell({ renderView }: Props) {
  const { t } = useTranslation();
  const location = useLocation();
  const routes = useSessionStore((session) => session.routes) ?? NO_ROUTES;
  const resolved = useMemo(() => resolve(routes, location), [routes, location]);
  const shown = useLastPage(resolved);
  const { sidebar, device } = useAppStore();
  const { tagsView, fixedHeader, showSettings: withHandle } = useSettingsStore();
  const phone = useMediaQuery(`(max-width: ${PHONE_BREAKPOINT_PX - 0.02}px)`, false, {
    getInitialValueInEffect: false,
  });
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [missing, setMissing] = useState(0);
  const openDialog = useCallback((name: DialogName, points = 0) => {
    setMissing(points);
    setDialog(name);
  }, []);
  const closeDialog = useCallback(() => setDialog(null), []);
  const title = useTitle();
  const switching = useSessionStore((session) => session.user?.switching === 1);
  const mustSecure = useSessionStore((session) => mustSecureFirst(session.user));

  useDevice();
  useLiveEvents();
  useWaitConfirm();
  useNewVersionNotice();
  usePageRequests(openDialog);
  const activePath = useOpenTabs(routes, resolved);
  const tab = useTabsStore(({ tabs }) => tabs.find(({ path }) => path === activePath));
  usePageTitle(shown.route ? (tab?.label ?? title(shown.route.meta.title)) : undefined);

  if (mustSecure && location.pathname !== paths.security) return <Navigate to={paths.security} replace />;
  if (resolved.kind === 'go') return <Navigate to={resolved.to} replace />;
  if (resolved.kind === 'unknown') return <Navigate to={paths.notFound} replace />;

  const mobile = device === 'mobile';
  const collapsed = !mobile && !sidebar.opened;
  return (
    <div
      className={classes.shell}
      data-device={device}
      data-sidebar={sidebar.opened ? 'open' : 'closed'}
      data-switching={switching || undefined}
      data-handle={withHandle || undefined}
      data-animated={sidebar.withoutAnimation ? undefined : true}
    >
      <a href="#main" className={classes.skipLink}>
        {t('shell.skip_to_content')}
      </a>
      {mobile && sidebar.opened ? <SidebarOverlay /> : null}
      <aside
        className={classes.sidebar}
        style={{ width: collapsed ? SIDEBAR_COLLAPSED_WIDTH_PX : SIDEBAR_WIDTH_PX }}
        inert={mobile && !sidebar.opened}
        aria-label={t('shell.sidebar')}
      >
        <Sidebar
          routes={routes}
          route={shown.route}
          pathname={activePath ?? location.pathname}
          collapsed={collapsed}
        />
      </aside>
      <div
        className={classes.column}
        style={{ marginInlineStart: mobile ? 0 : collapsed ? SIDEBAR_COLLAPSED_WIDTH_PX : SIDEBAR_WIDTH_PX }}
      >
        <SwitchingBar />
        <header className={classes.header} data-fixed={fixedHeader || undefined}>
          <OfflineBanner />
          <Navbar
            matched={shown.matched}
            openPage={tagsView && phone ? (activePath ?? shown.path) : null}
            onOpenDialog={openDialog}
          />
          {tagsView && !phone ? <TagsView activePath={activePath ?? shown.path} /> : null}
        </header>
        <main id="main" tabIndex={-1} className={classes.main} data-open-page={tab?.fullPath}>
          {resolved.kind === 'refresh' ? <RefreshHelper to={resolved.to} /> : null}
          <Views routes={routes} activePath={activePath} renderView={renderView} />
        </main>
      </div>
      <SettingsHandle onOpen={() => openDialog('settings')} />
      <Dialogs open={dialog} missing={missing} onOpen={openDialog} onClose={closeDialog} />
    </div>
  );
}

function SidebarOverlay() {
  const { t } = useTranslation();
  const closeSidebar = useAppStore((app) => app.closeSidebar);
  return (
    <button
      type="button"
      className={classes.overlay}
      aria-label={t('shell.close_menu')}
      onClick={() => closeSidebar({ withoutAnimation: false })}
    />
  );
}

interface LastPage {
  path: string;
  route: AppRoute | undefined;
  matched: readonly AppRoute[];
}

/** The last page shown: breadcrumbs, title and active tab do not change during a refresh. */
function useLastPage(resolved: Resolved): LastPage {
  const { pathname } = useLocation();
  const [last, setLast] = useState<LastPage>({ path: '', route: undefined, matched: [] });
  const current =
    resolved.kind === 'page' ? { path: pathname, route: resolved.route, matched: resolved.matched } : null;
  // React's pattern for deriving state from an earlier render.
  if (current !== null && (current.path !== last.path || current.route !== last.route)) setLast(current);
  return current ?? last;
}
