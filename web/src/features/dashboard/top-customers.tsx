import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Trend } from '@/components/charts/trend';
import { SectionCard } from '@/components/page/section-card';
import { paths } from '@/config/paths';
import type { Dashboard } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import { valuesByDay } from './usage';
import classes from './dashboard.module.css';

interface Props {
  customers: NonNullable<NonNullable<Dashboard['operator']>['customers']>;
  nowSeconds: number;
}

/** The customers that spent most in the last 30 days, each with its trend. */
export function TopCustomers({ customers, nowSeconds }: Props) {
  const { t } = useTranslation();
  const points = usePoints();
  return (
    <SectionCard title={t('dashboard.customers')}>
      {customers.length === 0 ? <Text c="dimmed">{t('dashboard.no_customers')}</Text> : null}
      <ul className={classes.customers}>
        {customers.map(({ uid, username, charged, days }) => (
          <li key={uid}>
            <Anchor
              component={Link}
              to={`${paths.users}?search=${encodeURIComponent(username)}`}
              className={classes.channelName}
            >
              {username}
            </Anchor>
            <span className={classes.customerTrend}>
              <Trend
                label={t('dashboard.figures.trend', { name: username })}
                values={valuesByDay(days, (day) => day.charged, nowSeconds)}
              />
            </span>
            <span className="ns-numeric">{points.sum(charged)}</span>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
