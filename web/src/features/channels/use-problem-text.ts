import { useTranslation } from 'react-i18next';
import type { Fault } from './faults';

export function useProblemText(): (fault: Fault) => string {
  const { t } = useTranslation();
  return ({ problem }) =>
    t(`channels.problems.${problem.code}`, { message: '', name: '', min: 0, max: 0, ...problem });
}
