import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Fact, Facts } from '@/components/facts/facts';
import { SectionCard } from '@/components/page/section-card';
import { joinNames } from '@/lib/i18n/phrases';
import { useLanguage } from '@/lib/i18n/use-language';
import { useLabels } from '@/lib/screening/labels';
import type { TaskCheck, TaskView } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import { isStaff } from '@/lib/session/account';
import { useSessionStore } from '@/lib/session/session-store';
import { formatMoment } from '@/lib/time';
import classes from './tasks.module.css';

/** The settings that the task was started with. */
export function TaskFacts({ task }: { task: TaskView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const labels = useLabels();
  const points = usePoints();
  const staff = useSessionStore((session) => session.user !== null && isStaff(session.user));
  return (
    <SectionCard title={t('tasks.facts')}>
      <Facts>
        {staff ? (
          <Fact label={t('tasks.account')}>
            {t('tasks.account_line', { username: task.username, uid: task.uid })}
          </Fact>
        ) : null}
        <Fact label={t('tasks.list')}>{task.list_name || t('tasks.list_gone', { id: task.list })}</Fact>
        <Fact label={t('tasks.mode')}>{labels.mode(task.mode)}</Fact>
        {task.purpose ? <Fact label={t('tasks.purpose')}>{task.purpose}</Fact> : null}
        <Fact label={t('tasks.threshold')}>
          {task.error_threshold === null
            ? t('form.nothing')
            : t('tasks.percent', { count: task.error_threshold })}
        </Fact>
        <Fact label={t('tasks.freshness')}>
          {task.freshness_days === 0
            ? t('tasks.no_freshness')
            : t('tasks.freshness_days', { count: task.freshness_days })}
        </Fact>
        {staff && task.request_id ? (
          <Fact label={t('tasks.request_id')}>
            <Text span className="ns-numeric" style={{ overflowWrap: 'anywhere' }}>
              {task.request_id}
            </Text>
          </Fact>
        ) : null}
        <Fact label={t('tasks.created_at')}>{formatMoment(task.created_at, language)}</Fact>
        {task.finished_at === null ? null : (
          <Fact label={t('tasks.finished_at')}>{formatMoment(task.finished_at, language)}</Fact>
        )}
        {task.expires_at === null ? null : (
          <Fact label={t('tasks.expires_at')}>{formatMoment(task.expires_at, language)}</Fact>
        )}
      </Facts>
      <ol className={classes.checks} aria-label={t('tasks.checks')}>
        {task.checks.map((check, index) => (
          <li key={check.project}>
            <Text fw={500}>
              {task.checks.length > 1 ? `${t('tasks.step', { step: index + 1 })} · ` : null}
              {check.name}{' '}
              <Text span c="dimmed" size="xs" fw={400}>
                {t('tasks.check_price', { price: points.exact(check.price) })}
              </Text>
            </Text>
            <Conditions check={check} />
          </li>
        ))}
      </ol>
    </SectionCard>
  );
}

function Conditions({ check: { condition } }: { check: TaskCheck }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const labels = useLabels();
  if (condition === null) return null;
  const { step, statuses, kinds, countries } = condition;
  const lines = [
    step !== null && statuses.length > 0
      ? t('tasks.condition.after', { step: step + 1, what: joinNames(language, statuses.map(labels.status)) })
      : null,
    kinds.length > 0
      ? t('tasks.condition.only', { what: joinNames(language, kinds.map(labels.kind)) })
      : null,
    countries.length > 0
      ? t('tasks.condition.only', { what: joinNames(language, countries.map(labels.country)) })
      : null,
  ].filter((line) => line !== null);
  return lines.map((line) => (
    <Text key={line} size="xs" c="dimmed">
      {line}
    </Text>
  ));
}
