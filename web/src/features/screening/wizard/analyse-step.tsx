/** Step 2: what the list contains, and beside it what the checks cost. */
import { Alert, Button, Progress, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@/components/page/error-state';
import { SectionCard } from '@/components/page/section-card';
import { useLanguage } from '@/lib/i18n/use-language';
import type { ListView } from '@/lib/screening/list-types';
import type { Plan } from '@/lib/screening/plan';
import type { ProjectCard } from '@/lib/screening/types';
import { ListContents, useSizeText } from '../list-contents';
import type { ListInReading } from '../list-events';
import { useListActions } from '../use-list-actions';
import { type Draft, sizeProblem } from './draft';
import { QuoteCard } from './quote-card';
import { ReadingLine } from './reading-line';
import { SampleCard } from './sample-card';
import { useQuote } from './use-quote';
import { WizardBar } from './wizard-bar';
import styles from '../screening.module.css';

interface Props {
  list: ListView;
  plan: Plan;
  catalogue: readonly ProjectCard[];
  draft: Draft;
  onDraft: (change: Partial<Draft>) => void;
  /** Shows how the file is read. */
  onMap: () => void;
  onBack: () => void;
  onDone: () => void;
}

export function AnalyseStep({ list, plan, catalogue, draft, onDraft, onMap, onBack, onDone }: Props) {
  const { t } = useTranslation();
  const quote = useQuote(list, plan);
  const limits = catalogue.filter(({ slug }) => plan.checks.some(({ project }) => project === slug));
  const fits = list.numbers > 0 && sizeProblem(list.numbers, limits) === null;
  const reading = list.state === 'analysing';
  const sizeText = useSizeText();
  return (
    <>
      <div className={styles.stack}>
        {reading ? null : <SizeProblem list={list} limits={limits} />}
        <div className={`${styles.columns} ${styles.wide}`}>
          {/* The same card while the list is read and afterwards, so that its heading keeps the focus. */}
          <div className={styles.stack}>
            <SectionCard
              title={t('screening.analyse.title', { name: list.name })}
              aside={reading ? null : <ListButtons list={list} />}
            >
              {list.mapping && list.preview ? (
                <ReadingLine
                  mapping={list.mapping}
                  preview={list.preview}
                  onChange={reading ? null : onMap}
                />
              ) : null}
              <VisuallyHidden role="status">{reading ? '' : sizeText(list)}</VisuallyHidden>
              {reading ? <Reading list={list} /> : <ListContents list={list} />}
            </SectionCard>
          </div>
          <div className={styles.stack}>
            {reading ? (
              <SectionCard title={t('screening.price.title')}>
                <Text c="dimmed">{t('screening.price.later')}</Text>
              </SectionCard>
            ) : null}
            {quote.isLoadingError ? (
              <ErrorState error={quote.error} onRetry={() => void quote.refetch()} />
            ) : quote.data ? (
              <QuoteCard quote={quote.data} plan={plan} />
            ) : quote.isFetching ? (
              <Skeleton height={260} />
            ) : null}
            {reading || !fits ? null : (
              <SampleCard
                list={list.id}
                plan={plan}
                catalogue={catalogue}
                left={quote.data?.sample_left ?? 0}
                last={draft.sample}
                onBegun={(sample) => onDraft({ sample })}
              />
            )}
          </div>
        </div>
      </div>
      <WizardBar quote={quote.data} onBack={onBack}>
        <Button disabled={reading || !fits} onClick={onDone}>
          {t('screening.analyse.next')}
        </Button>
      </WizardBar>
    </>
  );
}

function ListButtons({ list }: { list: ListView }) {
  const { t } = useTranslation();
  const actions = useListActions();
  return (
    <div className={styles.chips}>
      {list.has_rejected ? (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload size={14} stroke={1.6} />}
          onClick={() => void actions.exportRejected(list)}
        >
          {t('screening.analyse.rejected')}
        </Button>
      ) : null}
      {list.kind === 'upload' && actions.mayEdit ? (
        <Button size="compact-sm" variant="default" onClick={() => void actions.keep(list)}>
          {t('screening.analyse.save')}
        </Button>
      ) : null}
    </div>
  );
}

function Reading({ list }: { list: ListInReading }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { done = 0, total = 0 } = list.progress ?? {};
  const share = total > 0 ? Math.min(1, done / total) : 0;
  return (
    <>
      <Progress value={share * 100} animated aria-label={t('screening.analyse.reading')} />
      <Text c="dimmed" mt="sm" className="ns-numeric" role="status">
        {list.stage ? `${t(`screening.analyse.stages.${list.stage}`)} · ` : ''}
        {t('screening.analyse.read_so_far', {
          share: new Intl.NumberFormat(language, { style: 'percent' }).format(share),
        })}
      </Text>
    </>
  );
}

function SizeProblem({ list, limits }: { list: ListView; limits: readonly ProjectCard[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const problem = sizeProblem(list.numbers, limits);
  if (list.numbers > 0 && !problem) return null;
  const count = problem?.limit ?? 0;
  const limit = new Intl.NumberFormat(language).format(count);
  return (
    <Alert role="alert" color="yellow" icon={<IconAlertTriangle size={18} stroke={1.6} />}>
      {list.numbers === 0
        ? t('screening.analyse.nothing')
        : problem?.kind === 'few'
          ? t('screening.analyse.too_few', { name: problem.name, limit, count })
          : t('screening.analyse.too_many', { name: problem?.name ?? '', limit, count })}
    </Alert>
  );
}
