/** The command palette (Ctrl/⌘ K): searches all pages and actions. */
import { Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReturnFocus } from '@/components/dialog/use-return-focus';
import { MenuIcon } from '@/components/icon/menu-icon';
import type { DialogName } from '@/shell/dialogs';
import { type Command, findCommands } from './commands';
import { useLookupCommand } from './use-lookup-command';
import { useCommands } from './use-commands';
import { usePinyin } from './use-pinyin';
import classes from './command-menu.module.css';

interface Props {
  onClose: () => void;
  onOpenDialog: (dialog: DialogName) => void;
}

export default function CommandMenu({ onClose, onOpenDialog }: Props) {
  const { t } = useTranslation();
  useReturnFocus();
  const listId = useId();
  const commands = useCommands(onOpenDialog);
  const pinyin = usePinyin();
  const [query, setQuery] = useState('');
  const [cursor, setCursor] = useState(0);
  const listRef = useRef<HTMLDivElement>(null);
  const lookup = useLookupCommand(query);
  const found = [...(lookup ? [lookup] : []), ...findCommands(commands, query, pinyin)];
  const current = found[Math.min(cursor, found.length - 1)];

  function run(command: Command): void {
    // Close first: a command may open another dialog.
    onClose();
    command.run();
  }

  function move(step: number): void {
    const next = (Math.min(cursor, found.length - 1) + step + found.length) % found.length;
    setCursor(next);
    listRef.current?.querySelector(`[data-index="${next}"]`)?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || found.length === 0) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && current) run(current);
    else return;
    event.preventDefault();
  }

  return (
    <Modal.Root opened onClose={onClose} size={560} yOffset="12vh" zIndex={300}>
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label={t('shell.search')} radius={10}>
        <div className={classes.inputRow}>
          <IconSearch size={18} stroke={1.6} aria-hidden />
          <input
            data-autofocus
            className={classes.input}
            role="combobox"
            aria-expanded
            aria-controls={listId}
            aria-activedescendant={current ? `${listId}-${current.id}` : undefined}
            aria-label={t('shell.search')}
            placeholder={t('shell.search_placeholder')}
            value={query}
            onChange={(event) => {
              setQuery(event.currentTarget.value);
              setCursor(0);
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <div ref={listRef} id={listId} role="listbox" aria-label={t('shell.search')} className={classes.list}>
          {found.map((command, index) => (
            <CommandRow
              key={command.id}
              id={`${listId}-${command.id}`}
              command={command}
              index={index}
              selected={command === current}
              heading={
                command.group === found[index - 1]?.group ? null : t(`shell.command_groups.${command.group}`)
              }
              onRun={() => run(command)}
              onPoint={() => setCursor(index)}
            />
          ))}
        </div>
        {found.length === 0 ? <p className={classes.nothing}>{t('shell.search_nothing')}</p> : null}
      </Modal.Content>
    </Modal.Root>
  );
}

interface RowProps {
  id: string;
  command: Command;
  index: number;
  selected: boolean;
  heading: string | null;
  onRun: () => void;
  onPoint: () => void;
}

function CommandRow({ id, command, index, selected, heading, onRun, onPoint }: RowProps) {
  return (
    <>
      {heading === null ? null : (
        <div role="presentation" className={classes.heading}>
          {heading}
        </div>
      )}
      {/* The keyboard focus stays in the search field, which uses aria-activedescendant. */}
      <div
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={selected}
        data-index={index}
        className={classes.option}
        onClick={onRun}
        onKeyDown={(event) => event.key === 'Enter' && onRun()}
        onPointerMove={onPoint}
      >
        <MenuIcon name={command.icon} size={16} />
        <span className={classes.optionLabel}>{command.label}</span>
        <span className={classes.context}>{command.context}</span>
      </div>
    </>
  );
}
