import { Badge, Button, ThemeIcon } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/config/paths';
import { type Setup, STEP_PATHS, type SetupStep } from '@/lib/setup/setup';
import classes from './setup.module.css';

const BACKUP_COMMAND = 'numsift admin backup /var/backups/numsift';

interface Props {
  step: SetupStep;
  number: number;
  setup: Setup;
  busy: boolean;
  onKeep: () => void;
}

export function SetupStepRow({ step: { step, done, findings }, number, setup, busy, onKeep }: Props) {
  const { t } = useTranslation();
  return (
    <li className={classes.step} data-done={done || undefined}>
      <ThemeIcon
        radius="xl"
        size={28}
        variant={done ? 'filled' : 'default'}
        color="teal"
        className={classes.mark}
        aria-hidden
      >
        {done ? <IconCheck size={16} stroke={2.4} /> : number}
      </ThemeIcon>
      <div className={classes.body}>
        <div className={classes.head}>
          <h2 className={classes.title}>{t(`setup.steps.${step}.title`)}</h2>
          <Badge variant="dot" color={done ? 'teal' : 'gray'} tt="none" fw={500}>
            {t(done ? 'setup.done' : 'setup.open')}
          </Badge>
        </div>
        <p className={classes.text}>
          {step === 'retention'
            ? t('setup.steps.retention.text', { count: setup.retention_days })
            : t(`setup.steps.${step}.text`)}
        </p>
        {step === 'prices' && setup.projects_hidden > 0 ? (
          <p className={classes.text}>{t('setup.hidden', { count: setup.projects_hidden })}</p>
        ) : null}
        {findings.length > 0 ? (
          <ul className={classes.findings}>
            {findings.map(({ code, title, found, advice, verdict, params }) => (
              <li key={`${code} ${JSON.stringify(params)}`} data-verdict={verdict}>
                <strong className={classes.check}>{title}</strong> {found}
                {advice ? <span className={classes.advice}>{advice}</span> : null}
              </li>
            ))}
          </ul>
        ) : null}
        {step === 'backup' && !done ? <code className={classes.command}>{BACKUP_COMMAND}</code> : null}
        <div className={classes.actions}>
          <Button component={Link} to={STEP_PATHS[step]} size="xs" variant="default">
            {t(`setup.steps.${step}.action`)}
          </Button>
          {step === 'payment' && !done ? (
            <Button component={Link} to={paths.settings} size="xs" variant="subtle">
              {t('setup.credit_only')}
            </Button>
          ) : null}
          {step === 'retention' && !done ? (
            <Button size="xs" variant="default" loading={busy} onClick={onKeep}>
              {t('setup.keep', { count: setup.retention_days })}
            </Button>
          ) : null}
        </div>
      </div>
    </li>
  );
}
