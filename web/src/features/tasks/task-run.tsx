import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '@/components/page/section-card';
import { TaskProgress } from '@/components/screening/task-progress';
import { useLiveConnection } from '@/lib/events/live-events';
import { useDurationText } from '@/lib/i18n/use-duration-text';
import { withLabel } from '@/lib/i18n/phrases';
import { useLanguage } from '@/lib/i18n/use-language';
import { useLabels } from '@/lib/screening/labels';
import { announcedShare, hitRate, hasEnded } from '@/lib/screening/task-events';
import type { RowCounts, TaskView } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import { timeLeft } from './speed';
import { useSpeed } from './use-speed';
import classes from './tasks.module.css';

/** Progress, speed, remaining time and charges of a task. */
export function TaskRun({ task, seenAtMs }: { task: TaskView; seenAtMs: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const points = usePoints();
  const lasts = useDurationText();
  const connected = useLiveConnection((live) => live.connected);
  const whole = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const running = task.state === 'running';
  const over = hasEnded(task);
  const speed = useSpeed(task, seenAtMs);
  const left = timeLeft(task.total - task.done, speed);
  const rate = hitRate(task);
  return (
    <RunCard
      aside={
        running ? (
          <span className={classes.live} data-on={connected || undefined}>
            {connected ? t('tasks.live') : t('tasks.polling')}
          </span>
        ) : null
      }
      over={over}
    >
      <Announced task={task} />
      {/* A full bar says nothing. */}
      {over && task.done === task.total ? null : <TaskProgress task={task} tall />}
      <dl className={classes.figures}>
        <Figure name={t('tasks.processed')}>
          {t('tasks.processed_of', { done: whole.format(task.done), total: whole.format(task.total) })}
        </Figure>
        {running ? (
          <>
            <Figure name={t('tasks.speed')}>
              {speed === null
                ? t('tasks.measuring')
                : t('tasks.per_second', { n: whole.format(Math.round(speed)) })}
            </Figure>
            <Figure name={t('tasks.eta')}>{left === null ? '—' : lasts(left)}</Figure>
          </>
        ) : null}
        {task.finished_at === null ? null : (
          <Figure name={t('tasks.lasted')}>{lasts(task.finished_at - task.created_at)}</Figure>
        )}
        <Figure name={task.checks.length > 1 ? t('tasks.hits_of_all') : t('tasks.hits')}>
          {whole.format(task.hits)}{' '}
          {rate === null ? null : <small>{t('tasks.of_definite', { rate: percent.format(rate) })}</small>}
        </Figure>
        <Figure name={t('tasks.unknown')}>
          {whole.format(task.unknown)}{' '}
          {task.failed > 0 ? <small>{t('tasks.failed_of', { n: whole.format(task.failed) })}</small> : null}
        </Figure>
        {over && task.unprocessed > 0 && task.rows === null ? (
          <Figure name={t('tasks.unprocessed')}>{whole.format(task.unprocessed)}</Figure>
        ) : null}
        <Figure name={t('tasks.charged')}>{points.sum(task.charged)}</Figure>
        {over ? null : (
          <>
            <Figure name={t('tasks.held')}>{points.sum(task.held)}</Figure>
            <Figure name={t('tasks.refundable')}>{points.sum(task.refundable)}</Figure>
          </>
        )}
      </dl>
      {over && task.rows ? <RowFigures rows={task.rows} /> : null}
    </RunCard>
  );
}

/** Tells screen readers about each quarter and each change of the state. */
function Announced({ task }: { task: TaskView }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const language = useLanguage();
  const share = announcedShare(task);
  const text =
    share === null
      ? withLabel(language, t('tasks.state'), labels.taskState(task.state))
      : withLabel(
          language,
          t('tasks.progress'),
          new Intl.NumberFormat(language, { style: 'percent' }).format(share),
        );
  return <VisuallyHidden role="status">{text}</VisuallyHidden>;
}

/** The figures of a task that has ended need no title. */
function RunCard({ over, aside, children }: { over: boolean; aside: ReactNode; children: ReactNode }) {
  const { t } = useTranslation();
  if (!over) {
    return (
      <SectionCard title={t('tasks.run')} aside={aside}>
        {children}
      </SectionCard>
    );
  }
  return (
    <section className={classes.strip} aria-label={t('tasks.run')}>
      {children}
    </section>
  );
}

const OUTCOMES = [
  'answered',
  'skipped',
  'unprocessed',
  'duplicates',
  'suppressed',
  'refused',
  'blank',
] as const;

/** What became of the rows that were sent. The figures add up. */
function RowFigures({ rows }: { rows: RowCounts }) {
  const { t } = useTranslation();
  const whole = new Intl.NumberFormat(useLanguage());
  return (
    <dl className={classes.rowFigures} aria-label={t('tasks.rows_hint')}>
      <Figure name={t('tasks.rows_sent')}>{whole.format(rows.sent)}</Figure>
      {OUTCOMES.filter((outcome) => rows[outcome] > 0).map((outcome) => (
        <Figure key={outcome} name={t(`tasks.rows.${outcome}`)}>
          {whole.format(rows[outcome])}
        </Figure>
      ))}
    </dl>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
