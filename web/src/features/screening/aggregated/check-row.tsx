import { ActionIcon, Button, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconFilter, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withLabel } from '@/lib/i18n/phrases';
import { useLanguage } from '@/lib/i18n/use-language';
import { NO_CONDITION } from '@/lib/screening/plan';
import type { CheckRequest, Condition, ProjectCard } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import { useConditionWords } from '../use-plan-words';
import { ConditionEditor } from './condition-editor';
import classes from './aggregated.module.css';

interface Props {
  check: CheckRequest;
  index: number;
  count: number;
  names: readonly string[];
  /** Slugs of the earlier checks. */
  earlier: readonly string[];
  catalogue: readonly ProjectCard[];
  waterfall: boolean;
  unfinished: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
  onCondition: (condition: Condition | null) => void;
}

const ICON = { size: 16, stroke: 1.7 } as const;

export function CheckRow(props: Props) {
  const { check, index, count, names, waterfall, onMove, onRemove } = props;
  const { t } = useTranslation();
  const points = usePoints();
  const name = names[index] ?? check.project;
  const project = props.catalogue.find(({ slug }) => slug === check.project);
  return (
    <li className={classes.check}>
      <div className={classes.checkHead}>
        <span className={classes.mark} aria-hidden>
          {index + 1}
        </span>
        <div className={classes.checkName}>
          <Text fw={600}>{name}</Text>
          <Text size="xs" c="dimmed">
            {project?.usable === false
              ? t('screening.no_channel')
              : project && project.price > 0
                ? t('screening.points_each', { points: points.exact(project.price) })
                : t('screening.free')}
          </Text>
        </div>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('screening.aggregated.up', { name })}
          disabled={index === 0}
          onClick={() => onMove(index - 1)}
        >
          <IconArrowUp {...ICON} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('screening.aggregated.down', { name })}
          disabled={index === count - 1}
          onClick={() => onMove(index + 1)}
        >
          <IconArrowDown {...ICON} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('screening.aggregated.remove', { name })}
          onClick={onRemove}
        >
          <IconX {...ICON} />
        </ActionIcon>
      </div>
      {waterfall ? <CheckCondition {...props} name={name} /> : null}
    </li>
  );
}

function CheckCondition({ check, name, names, unfinished, ...props }: Props & { name: string }) {
  const { t } = useTranslation();
  const words = useConditionWords();
  const language = useLanguage();
  const [editing, setEditing] = useState(false);
  const label = editing ? t('form.done') : t(`screening.condition.${check.condition ? 'change' : 'edit'}`);
  return (
    <div className={classes.condition}>
      <Text size="sm" {...(check.condition ? {} : { c: 'dimmed' })}>
        {words(check.condition, names)}
      </Text>
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconFilter size={14} stroke={1.7} />}
        aria-expanded={editing}
        aria-label={withLabel(language, label, name)}
        onClick={() => setEditing(!editing)}
      >
        {label}
      </Button>
      {editing ? (
        <ConditionEditor
          condition={check.condition ?? NO_CONDITION}
          earlier={props.earlier}
          names={names}
          catalogue={props.catalogue}
          onChange={props.onCondition}
        />
      ) : null}
      {unfinished ? (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {t('screening.condition.unfinished')}
        </Text>
      ) : null}
    </div>
  );
}
