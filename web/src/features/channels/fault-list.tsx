import { Alert, Code } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Fault } from './faults';
import { useProblemText } from './use-problem-text';
import classes from './channels.module.css';

/** All faults with the labels of their fields. */
export function FaultList({ faults }: { faults: readonly Fault[] }) {
  const { t } = useTranslation();
  const problem = useProblemText();
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertTriangle size={18} stroke={1.6} />}
      title={t('channels.faults', { n: faults.length })}
    >
      <ul className={classes.faults}>
        {faults.map((fault) => (
          <li key={`${fault.field}/${fault.problem.code}`}>
            <Code>{fault.field}</Code> {problem(fault)}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
