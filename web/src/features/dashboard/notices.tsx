import { Anchor, Badge, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SectionCard } from '@/components/page/section-card';
import { paths } from '@/config/paths';
import { onLiveEvent } from '@/lib/events/live-events';
import { agoText } from '@/lib/i18n/ago-text';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatMoment, timeAgo } from '@/lib/time';
import { noticesOptions, NOTICES_KEY } from './api/notices';
import classes from './dashboard.module.css';

export function Notices() {
  const { t } = useTranslation();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const query = useQuery(noticesOptions());
  useEffect(
    () => onLiveEvent('notify', () => void queryClient.invalidateQueries({ queryKey: [NOTICES_KEY] })),
    [queryClient],
  );
  const now = query.dataUpdatedAt / 1000;
  return (
    <SectionCard
      title={t('dashboard.notices')}
      aside={
        <Anchor component={Link} to={paths.myNotify} fz="sm">
          {t('dashboard.all_notices')}
        </Anchor>
      }
    >
      {query.isPending ? <Skeleton height={190} /> : null}
      {query.data?.length === 0 || query.isError ? (
        <Text c="dimmed">{query.isError ? query.error.message : t('dashboard.no_notices')}</Text>
      ) : null}
      <ul className={classes.notices}>
        {(query.data ?? []).map((notice) => (
          <li key={notice.id}>
            <Anchor
              component={Link}
              to={paths.myNotify}
              c="inherit"
              className={classes.notice}
              title={notice.title}
            >
              {notice.title}
            </Anchor>
            {notice.needs_confirm && notice.confirmed_at == null ? (
              <Badge variant="light" color="orange" tt="none" fw={500}>
                {t('dashboard.waiting')}
              </Badge>
            ) : null}
            <Text span size="xs" c="dimmed" className={classes.when}>
              {agoText(timeAgo(notice.created_at, now), t) ?? formatMoment(notice.created_at, language)}
            </Text>
            <Text size="xs" c="dimmed" className={classes.noticeText} title={notice.text}>
              {notice.text}
            </Text>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
