import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { download } from '@/lib/download';

interface Props<Kind extends string> {
  label: string;
  kinds: readonly { kind: Kind; name: string }[];
  /** Returns the URL of the file. */
  makeFile: (kind: Kind) => Promise<string>;
  size?: 'compact-xs' | 'compact-sm';
}

/** A menu for downloading in one of several file types. */
export function FileMenu<Kind extends string>({ label, kinds, makeFile, size }: Props<Kind>) {
  const making = useMutation({
    mutationFn: makeFile,
    onSuccess: download,
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          {...(size ? { size } : {})}
          variant="default"
          leftSection={<IconDownload size={size ? 14 : 16} stroke={1.7} />}
          rightSection={<IconChevronDown size={size ? 12 : 14} stroke={1.7} />}
          loading={making.isPending}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map(({ kind, name }) => (
          <Menu.Item key={kind} onClick={() => making.mutate(kind)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
