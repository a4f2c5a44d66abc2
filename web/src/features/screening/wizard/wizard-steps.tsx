import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { mainStep, STEPS, type Step } from './steps';
import classes from './wizard.module.css';

interface Props {
  step: Step;
  reachable: readonly Step[];
  onGo: (step: Step) => void;
}

/** Shows the current step and links back to earlier ones. */
export function WizardSteps({ step, reachable, onGo }: Props) {
  const { t } = useTranslation();
  const now = STEPS.indexOf(mainStep(step));
  return (
    <nav aria-label={t('screening.steps.label')}>
      <ol className={classes.steps}>
        {STEPS.map((name, index) => {
          const over = index < now;
          return (
            <li key={name} data-state={over ? 'over' : index === now ? 'now' : 'ahead'}>
              <button
                type="button"
                className={classes.step}
                aria-current={index === now ? 'step' : undefined}
                disabled={!reachable.includes(name)}
                // The current step again would be an entry of the history that Back only seems to ignore.
                onClick={name === step ? undefined : () => onGo(name)}
              >
                <span className={classes.mark} aria-hidden>
                  {over ? <IconCheck size={14} stroke={2.4} /> : index + 1}
                </span>
                <span className={classes.stepName}>{t(`screening.steps.${name}`)}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
