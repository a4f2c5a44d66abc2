/** Everything behind the login: full-screen answers, or a page inside the shell. */
import { useLocation } from 'react-router';
import { paths } from '@/config/paths';
import { NoPermissionPage } from '@/features/status/no-permission-page';
import { NotFoundPage } from '@/features/status/not-found-page';
import { Shell } from '@/shell/shell';
import { Page } from './page';

export default function Entered() {
  const { pathname } = useLocation();
  if (pathname === paths.notFound) return <NotFoundPage />;
  if (pathname === paths.noPermission) return <NoPermissionPage />;
  return <Shell renderView={(view) => <Page view={view} />} />;
}
