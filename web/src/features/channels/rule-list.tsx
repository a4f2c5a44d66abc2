/** What lists of rules have in common. */
import { ActionIcon, Alert, Button, Group, TagsInput, Text } from '@mantine/core';
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChannelForm } from './fields';
import type { SectionProps } from './request-sections';
import classes from './channels.module.css';

/** Hints below the fields keep adjacent fields aligned. */
export const ORDER: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];

/** The projects that a rule is for. */
export function RuleProjects({ form, locked, path }: SectionProps & { path: string }) {
  const { t } = useTranslation();
  return (
    <TagsInput
      label={t('channels.rule.projects')}
      description={t('channels.rule.projects_hint')}
      inputWrapperOrder={ORDER}
      data={form.getValues().checks}
      disabled={locked}
      splitChars={[',', ' ', ';']}
      acceptValueOnBlur
      {...form.getInputProps(path)}
    />
  );
}

/** A button that adds a rule to a list. */
export function AddRule({ locked, label, onAdd }: SectionProps & { label?: string; onAdd: () => void }) {
  const { t } = useTranslation();
  if (locked) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconPlus size={14} stroke={1.7} />}
      onClick={onAdd}
    >
      {label ?? t('channels.rule.add')}
    </Button>
  );
}

interface RuleProps extends SectionProps {
  form: ChannelForm;
  list: 'also' | 'map' | 'classify';
  row: number;
  children: ReactNode;
}

/** A rule of a list, which can be moved and removed. */
export function Rule({ form, locked, list, row, children }: RuleProps) {
  const { t } = useTranslation();
  const number = { row: row + 1 };
  const title = list === 'also' ? t('channels.also.title', number) : t('channels.rule.title', number);
  // Errors of the rule as a whole, for example a missing condition.
  const { error }: { error?: string } = form.getInputProps(`${list}.${row}`);
  return (
    <div className={classes.rule} role="group" aria-label={title}>
      <div className={classes.ruleHead}>
        <Text fw={600} size="xs">
          {title}
        </Text>
        {locked ? null : (
          <Group gap={2}>
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={row === 0}
              aria-label={t('channels.rule.up', number)}
              onClick={() => form.reorderListItem(list, { from: row, to: row - 1 })}
            >
              <IconArrowUp size={15} stroke={1.7} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={t('channels.rule.remove', number)}
              onClick={() => form.removeListItem(list, row)}
            >
              <IconTrash size={15} stroke={1.7} />
            </ActionIcon>
          </Group>
        )}
      </div>
      {error ? <Alert color="red">{error}</Alert> : null}
      {children}
    </div>
  );
}
