/** Step 3: the free analysis of the list. */
import { Alert, Button, Progress, Text } from '@mantine/core';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '@/components/page/section-card';
import { useLanguage } from '@/lib/i18n/use-language';
import type { ListView } from '@/lib/screening/list-types';
import type { ProjectCard } from '@/lib/screening/types';
import { AnalysisCharts } from '../analysis-charts';
import { useListActions } from '../use-list-actions';
import { sizeProblem } from './draft';
import styles from '../screening.module.css';
import classes from './wizard.module.css';

interface Props {
  list: ListView;
  limits: readonly ProjectCard[];
  onBack: () => void;
  onDone: () => void;
}

export function AnalyseStep({ list, limits, onBack, onDone }: Props) {
  const { t } = useTranslation();
  const actions = useListActions();
  if (list.state === 'analysing') return <Reading list={list} />;
  const { analysis } = list;
  return (
    <div className={styles.stack}>
      {analysis ? <AnalysisCharts analysis={analysis} /> : <WithoutAnalysis list={list} />}
      <SizeProblem list={list} limits={limits} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onBack}>
          {t('screening.back')}
        </Button>
        <div className={styles.chips}>
          {list.has_rejected ? (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} stroke={1.6} />}
              onClick={() => void actions.exportRejected(list)}
            >
              {t('screening.analyse.rejected')}
            </Button>
          ) : null}
          {list.kind === 'upload' && actions.mayEdit ? (
            <Button variant="default" onClick={() => void actions.keep(list)}>
              {t('screening.analyse.save')}
            </Button>
          ) : null}
          <Button
            disabled={list.numbers === 0 || sizeProblem(list.numbers, limits) !== null}
            onClick={onDone}
          >
            {t('screening.analyse.next')}
          </Button>
        </div>
      </div>
    </div>
  );
}

function Reading({ list }: { list: ListView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { done = 0, total = 0 } = list.progress ?? {};
  const share = total > 0 ? Math.min(1, done / total) : 0;
  return (
    <SectionCard title={t('screening.analyse.reading')}>
      <Progress value={share * 100} animated aria-label={t('screening.analyse.reading')} />
      <Text c="dimmed" mt="sm" className="ns-numeric" role="status">
        {t('screening.analyse.read_so_far', {
          share: new Intl.NumberFormat(language, { style: 'percent' }).format(share),
        })}
      </Text>
    </SectionCard>
  );
}

/** Lists that were not created from a file have only a size. */
function WithoutAnalysis({ list }: { list: ListView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <SectionCard title={list.name}>
      <Text>
        {t('screening.source.chosen_numbers', {
          numbers: new Intl.NumberFormat(language).format(list.numbers),
          count: list.numbers,
        })}
      </Text>
    </SectionCard>
  );
}

function SizeProblem({ list, limits }: Pick<Props, 'list' | 'limits'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const problem = sizeProblem(list.numbers, limits);
  if (list.numbers > 0 && !problem) return null;
  const limit = new Intl.NumberFormat(language).format(problem?.limit ?? 0);
  return (
    <Alert role="alert" color="yellow" icon={<IconAlertTriangle size={18} stroke={1.6} />}>
      {list.numbers === 0
        ? t('screening.analyse.nothing')
        : problem?.kind === 'few'
          ? t('screening.analyse.too_few', { name: problem.name, limit })
          : t('screening.analyse.too_many', { name: problem?.name ?? '', limit })}
    </Alert>
  );
}
