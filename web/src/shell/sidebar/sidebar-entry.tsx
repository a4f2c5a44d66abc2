import { IconChevronDown, IconExternalLink } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { MenuIcon } from '@/components/icon/menu-icon';
import { useTitle } from '@/lib/i18n/use-title';
import { contains, type SidebarGroup, type SidebarItem } from './sidebar-items';
import { ItemLink } from './sidebar-link';
import { UnavailableMark } from './unavailable-mark';
import classes from './sidebar.module.css';

interface Props {
  item: SidebarItem;
  active: string;
  depth: number;
}

/** An item of the open sidebar. Groups expand in place at any depth. */
export function SidebarEntry({ item, active, depth }: Props) {
  const title = useTitle();
  if (item.kind === 'group') return <GroupEntry group={item} active={active} depth={depth} />;
  return (
    <li>
      <ItemLink
        link={item}
        active={item.path === active}
        className={classes.item}
        data-depth={Math.min(depth, 3)}
      >
        {depth === 0 ? <MenuIcon name={item.icon} /> : null}
        <span className={classes.label}>{title(item.title)}</span>
        {item.unavailable ? <UnavailableMark /> : null}
        {item.external ? <IconExternalLink size={14} stroke={1.6} aria-hidden /> : null}
      </ItemLink>
    </li>
  );
}

function GroupEntry({ group, active, depth }: { group: SidebarGroup; active: string; depth: number }) {
  const title = useTitle();
  const listId = useId();
  const holdsActive = contains(group, active);
  const [unfolded, setUnfolded] = useState(holdsActive);
  const [heldActive, setHeldActive] = useState(holdsActive);
  // Expand the group when its page becomes active by other means.
  if (heldActive !== holdsActive) {
    setHeldActive(holdsActive);
    if (holdsActive) setUnfolded(true);
  }
  return (
    <li>
      <button
        type="button"
        className={classes.item}
        data-depth={Math.min(depth, 3)}
        data-holds-active={holdsActive || undefined}
        aria-expanded={unfolded}
        aria-controls={listId}
        onClick={() => setUnfolded(!unfolded)}
      >
        {depth === 0 ? <MenuIcon name={group.icon} /> : null}
        <span className={classes.label}>{title(group.title)}</span>
        <IconChevronDown
          className={classes.chevron}
          data-open={unfolded || undefined}
          size={15}
          aria-hidden
        />
      </button>
      <ul id={listId} className={classes.list} hidden={!unfolded}>
        {group.children.map((child) => (
          <SidebarEntry key={child.path} item={child} active={active} depth={depth + 1} />
        ))}
      </ul>
    </li>
  );
}
