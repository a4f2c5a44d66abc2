import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UserInfo } from '@/lib/session/session-store';
import { isNewAccount } from './figures';
import classes from './dashboard.module.css';

const STEPS = ['points', 'password', 'invite'] as const;

/** What somebody without points can do first. */
export function FirstSteps({ user }: { user: UserInfo }) {
  const { t } = useTranslation();
  if (!isNewAccount(user)) return null;
  return (
    <section className={classes.card} aria-labelledby="first-steps">
      <Title order={2} id="first-steps" fz={15}>
        {t('dashboard.first_steps')}
      </Title>
      <ol className={classes.steps}>
        {STEPS.map((step) => (
          <li key={step}>
            <Text fw={600}>{t(`dashboard.steps.${step}.title`)}</Text>
            <Text c="dimmed">{t(`dashboard.steps.${step}.text`)}</Text>
          </li>
        ))}
      </ol>
    </section>
  );
}
