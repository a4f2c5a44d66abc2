import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Step } from './recharge-machine';
import classes from './steps.module.css';

const STEPS: readonly Step[] = ['create', 'pay', 'done'];

/** Shows the current step. Not interactive. */
export function Steps({ step }: { step: Step }) {
  const { t } = useTranslation();
  const reached = STEPS.indexOf(step);
  return (
    <ol className={classes.steps}>
      {STEPS.map((name, index) => {
        const over = index < reached || step === 'done';
        return (
          <li
            key={name}
            className={classes.step}
            data-state={over ? 'over' : index === reached ? 'now' : 'ahead'}
            aria-current={index === reached ? 'step' : undefined}
          >
            <span className={classes.mark} aria-hidden>
              {over ? <IconCheck size={14} stroke={2.4} /> : index + 1}
            </span>
            {t(`recharge.steps.${name}`)}
          </li>
        );
      })}
    </ol>
  );
}
