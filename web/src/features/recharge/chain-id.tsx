import { Group } from '@mantine/core';
import { CopyAction } from '@/components/copy/copy-action';
import classes from './recharge.module.css';

/** A shortened transaction hash or address with a copy button. */
export function ChainId({ value, label }: { value: string | null | undefined; label: string }) {
  if (!value) return '—';
  return (
    <Group gap={6} wrap="nowrap">
      <code className={classes.txid} title={value}>
        {value}
      </code>
      <CopyAction value={value} label={label} />
    </Group>
  );
}
