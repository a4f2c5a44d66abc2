import { Alert, Button, Tabs } from '@mantine/core';
import { IconBook2, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { EmptyState } from '@/components/page/empty-state';
import { ErrorState } from '@/components/page/error-state';
import { PageHeader } from '@/components/page/page-header';
import { PageSkeleton } from '@/components/page/page-skeleton';
import { FORBIDDEN_CODE } from '@/config/constants';
import { paths } from '@/config/paths';
import { ApiError } from '@/lib/api/envelope';
import { oneOf } from '@/lib/filter-values';
import { useTitle } from '@/lib/i18n/use-title';
import { isStaff } from '@/lib/session/account';
import { useSessionStore } from '@/lib/session/session-store';
import { type ApiInfo, apiInfoOptions } from './api/api-info';
import { KeySection } from './keys/key-section';
import { SampleSection } from './samples/sample-section';
import { addressFor } from './samples/samples';
import { TestNumberSection } from './test-number-section';
import { UsageSection } from './usage-section';
import { useLocked } from './use-locked';
import { WebhookSection } from './webhooks';

const TABS = ['keys', 'usage', 'samples', 'webhooks', 'test_numbers'] as const;
type Tab = (typeof TABS)[number];

interface Shown {
  info: ApiInfo;
  /** When the data was fetched. */
  nowSeconds: number;
}

/** Staff have no keys, but their endpoints are told about channels. */
export default function ApiInfoPage() {
  const staff = useSessionStore(({ user }) => user !== null && isStaff(user));
  return staff ? <StaffWebhooks /> : <CustomerApi />;
}

function StaffWebhooks() {
  const { t } = useTranslation();
  const locked = useLocked();
  return (
    <>
      <PageHeader title={t('api_info.tabs.webhooks')} description={t('api_info.staff_webhooks')} />
      <WebhookSection locked={locked} />
    </>
  );
}

function CustomerApi() {
  const { t } = useTranslation();
  const title = useTitle()('api_info');
  const info = useQuery(apiInfoOptions());
  if (info.isPending) return <PageSkeleton />;
  return (
    <>
      <PageHeader
        title={title}
        description={t('api_info.description')}
        actions={
          <Button
            component={Link}
            to={paths.apiReference}
            variant="default"
            leftSection={<IconBook2 size={16} stroke={1.6} />}
          >
            {t('api_info.reference')}
          </Button>
        }
      />
      {info.isLoadingError ? (
        <Refused reason={info.error} onRetry={() => void info.refetch()} />
      ) : (
        <Sections info={info.data} nowSeconds={info.dataUpdatedAt / 1000} />
      )}
    </>
  );
}

function Sections({ info, nowSeconds }: Shown) {
  const { t } = useTranslation();
  const locked = useLocked();
  const [params, setParams] = useSearchParams();
  const tab = oneOf(TABS, params.get('tab') ?? undefined) ?? 'keys';
  const tabs = useRef<HTMLDivElement>(null);
  // On a phone the selected tab may be outside the visible area.
  useEffect(() => {
    tabs.current
      ?.querySelector(`[role="tab"][aria-selected="true"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [tab]);
  return (
    <>
      {locked ? (
        <Alert mb="md" color="gray" icon={<IconLock size={18} stroke={1.6} />}>
          {locked}
        </Alert>
      ) : null}
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => setParams(next === null || next === 'keys' ? {} : { tab: next })}
      >
        <Tabs.List ref={tabs} mb="md">
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`api_info.tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <Panel tab={tab} info={info} nowSeconds={nowSeconds} locked={locked} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Panel({ tab, info, nowSeconds, locked }: Shown & { tab: Tab; locked: string | null }) {
  switch (tab) {
    case 'usage':
      return <UsageSection info={info} />;
    case 'samples':
      return <SampleSection baseUrl={addressFor(info.base_url, window.location)} />;
    case 'webhooks':
      return <WebhookSection locked={locked} />;
    case 'test_numbers':
      return <TestNumberSection numbers={info.test_numbers} />;
    default:
      return <KeySection info={info} nowSeconds={nowSeconds} locked={locked} />;
  }
}

function Refused({ reason, onRetry }: { reason: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  if (reason instanceof ApiError && reason.code === FORBIDDEN_CODE)
    return <EmptyState title={t('api_info.not_for_you')} hint={t('api_info.not_for_you_hint')} />;
  return <ErrorState message={reason.message || t('errors.error')} onRetry={onRetry} />;
}
