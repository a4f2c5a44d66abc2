import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  description?: string;
  /** Shown next to the title. */
  beside?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, description, beside, actions }: Props) {
  return (
    <Group justify="space-between" align="flex-end" gap="sm" mb="md" wrap="wrap">
      {/* A long description wraps before it pushes the buttons to the next line. */}
      <div style={{ flex: '1 1 260px', overflowWrap: 'anywhere' }}>
        <Group gap="6px 10px">
          <Title order={1} fz={20} lh={1.3}>
            {title}
          </Title>
          {beside}
        </Group>
        {description ? <Text c="dimmed">{description}</Text> : null}
      </div>
      {actions ? <Group gap="xs">{actions}</Group> : null}
    </Group>
  );
}
