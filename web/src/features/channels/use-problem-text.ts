import { useTranslation } from 'react-i18next';
import { type Fault, problemCode } from './faults';

export function useProblemText(): (fault: Fault) => string {
  const { t } = useTranslation();
  return ({ problem }) => {
    const code = problemCode(problem.code);
    if (code === null) return t('channels.problems.other', { code: problem.code });
    const { message = '', name = '', min = 0, max = 0 } = problem;
    return t(`channels.problems.${code}`, { message, name, min, max });
  };
}
