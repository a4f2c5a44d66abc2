import { Stack, Text } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './page.module.css';

interface Props {
  title: string;
  hint?: string;
  action?: ReactNode;
  /** The state is the whole page, so its title is the page's heading. */
  wholePage?: boolean;
}

export function EmptyState({ title, hint, action, wholePage = false }: Props) {
  return (
    <Stack className={classes.state} align="center" gap="sm">
      <span className={classes.stateIcon}>
        <IconInbox size={22} stroke={1.6} />
      </span>
      <Text component={wholePage ? 'h1' : 'p'} fw={600}>
        {title}
      </Text>
      {hint ? (
        <Text c="dimmed" ta="center" maw={420}>
          {hint}
        </Text>
      ) : null}
      {action}
    </Stack>
  );
}
