import { Button, SegmentedControl, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { EmptyState } from '@/components/page/empty-state';
import { SectionCard } from '@/components/page/section-card';
import { paths } from '@/config/paths';
import { useRewriteQuery } from '@/lib/routing/use-rewrite-query';
import { useLabels } from '@/lib/screening/labels';
import {
  addStep,
  moveCheck,
  onlyHits,
  type Plan,
  planKey,
  removeCheck,
  setCondition,
  setMode,
  normalisePlan,
  unconditionalSteps,
  unfinishedChecks,
  writePlan,
} from '@/lib/screening/plan';
import type { ProjectCard } from '@/lib/screening/types';
import { useOffered } from '@/lib/screening/use-catalogue';
import { usePlanNames } from '../use-plan-words';
import { UnconditionalWarning } from '../unconditional-warning';
import { CheckRow } from './check-row';
import { MaxPrice } from './max-price';
import { PickDialog } from './pick-dialog';
import styles from '../screening.module.css';
import classes from './aggregated.module.css';

/** The server's limit. */
const MAX_CHECKS = 8;

interface Props {
  catalogue: readonly ProjectCard[];
  plan: Plan;
  onChange: (plan: Plan) => void;
}

export function PlanBuilder({ catalogue, plan, onChange: setPlan }: Props) {
  const { t } = useTranslation();
  const labels = useLabels();
  const navigate = useNavigate();
  const rewriteQuery = useRewriteQuery();
  const offered = useOffered();
  const [picking, setPicking] = useState(false);
  const names = usePlanNames(plan, catalogue);
  const waterfall = plan.mode === 'waterfall';
  const unfinished = unfinishedChecks(plan);
  const hitOf = (project: string) => catalogue.find(({ slug }) => slug === project)?.statuses[0];
  const ready = plan.checks.length > 1 && unfinished.length === 0;

  // Stored in the URL, so that it survives a reload.
  const address = planKey(plan);
  useEffect(() => rewriteQuery(address), [rewriteQuery, address]);

  return (
    <div className={`${styles.columns} ${styles.wide}`}>
      <SectionCard
        title={t('screening.aggregated.projects')}
        aside={
          plan.checks.length > 1 ? (
            <SegmentedControl
              aria-label={t('screening.aggregated.mode')}
              data={[
                { value: 'parallel', label: labels.mode('parallel') },
                { value: 'waterfall', label: labels.mode('waterfall') },
              ]}
              value={plan.mode}
              onChange={(mode) =>
                setPlan(onlyHits(setMode(plan, mode === 'waterfall' ? 'waterfall' : 'parallel'), hitOf))
              }
            />
          ) : null
        }
      >
        {plan.checks.length === 0 ? (
          <EmptyState
            title={t('screening.aggregated.none')}
            hint={t('screening.aggregated.none_hint')}
            action={<PickButton onClick={() => setPicking(true)} />}
          />
        ) : (
          <>
            {plan.checks.length > 1 ? (
              <Text c="dimmed" mb="sm">
                {t(`screening.mode_hints.${plan.mode}`)}
              </Text>
            ) : null}
            <ol className={classes.checks}>
              {plan.checks.map((check, index) => (
                <CheckRow
                  key={check.project}
                  check={check}
                  index={index}
                  count={plan.checks.length}
                  names={names}
                  earlier={plan.checks.slice(0, index).map(({ project }) => project)}
                  catalogue={catalogue}
                  waterfall={waterfall}
                  unfinished={unfinished.includes(index)}
                  onMove={(to) => setPlan(moveCheck(plan, index, to))}
                  onRemove={() => setPlan(removeCheck(plan, index))}
                  onCondition={(condition) => setPlan(setCondition(plan, index, condition))}
                />
              ))}
            </ol>
            <UnconditionalWarning steps={unconditionalSteps(plan)} names={names} />
            {plan.checks.length < MAX_CHECKS ? <PickButton onClick={() => setPicking(true)} /> : null}
          </>
        )}
      </SectionCard>
      <div className={styles.stack}>
        <MaxPrice plan={plan} catalogue={catalogue} />
        <Button
          size="md"
          disabled={!ready}
          onClick={() => void navigate(`${paths.newTask}?${writePlan(normalisePlan(plan)).toString()}`)}
        >
          {t('screening.aggregated.next')}
        </Button>
        {plan.checks.length === 1 ? <Text c="dimmed">{t('screening.aggregated.one_more')}</Text> : null}
      </div>
      {picking ? (
        <PickDialog
          projects={offered(catalogue).filter(
            ({ slug }) => !plan.checks.some(({ project }) => project === slug),
          )}
          picked={plan.checks.length}
          onPick={(slug) => {
            setPlan(addStep(plan, slug, hitOf));
            // It stays open for the next one while there may be more.
            if (plan.checks.length + 1 >= MAX_CHECKS) setPicking(false);
          }}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </div>
  );
}

function PickButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Button variant="default" mt="xs" leftSection={<IconPlus size={16} stroke={1.8} />} onClick={onClick}>
      {t('screening.aggregated.add')}
    </Button>
  );
}
