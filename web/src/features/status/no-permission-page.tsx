import { useTranslation } from 'react-i18next';
import { StatusPage } from './status-page';

export default function NoPermissionPage() {
  const { t } = useTranslation();
  return <StatusPage code="401" title={t('status.no_permission')} hint={t('status.no_permission_hint')} />;
}
