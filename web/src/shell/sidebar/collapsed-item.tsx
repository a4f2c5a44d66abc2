import { Menu, Tooltip } from '@mantine/core';
import { MenuIcon } from '@/components/icon/menu-icon';
import { useTitle } from '@/lib/i18n/use-title';
import { contains, type SidebarGroup, type SidebarItem } from './sidebar-items';
import { ItemLink } from './sidebar-link';
import { UnavailableMark } from './unavailable-mark';
import classes from './sidebar.module.css';

/** An item of the collapsed sidebar. The pages of a group open in a popover. */
export function CollapsedItem({ item, active }: { item: SidebarItem; active: string }) {
  const title = useTitle();
  const label = title(item.title);
  if (item.kind === 'link') {
    return (
      <li>
        <Tooltip label={label} position="right">
          <ItemLink
            link={item}
            active={item.path === active}
            className={classes.item}
            aria-label={label}
            data-collapsed
          >
            <MenuIcon name={item.icon} />
          </ItemLink>
        </Tooltip>
      </li>
    );
  }
  return (
    <li>
      <Menu
        trigger="click-hover"
        position="right-start"
        withinPortal
        width={210}
        openDelay={60}
        closeDelay={160}
      >
        <Menu.Target>
          <button
            type="button"
            className={classes.item}
            aria-label={label}
            data-collapsed
            data-holds-active={contains(item, active) || undefined}
          >
            <MenuIcon name={item.icon} />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <PopOut group={item} active={active} />
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

function PopOut({ group, active }: { group: SidebarGroup; active: string }) {
  const title = useTitle();
  return (
    <>
      <Menu.Label>{title(group.title)}</Menu.Label>
      {group.children.map((child) =>
        child.kind === 'group' ? (
          <PopOut key={child.path} group={child} active={active} />
        ) : (
          <Menu.Item
            key={child.path}
            className={classes.popItem}
            rightSection={child.unavailable ? <UnavailableMark /> : null}
            renderRoot={(props: object) => (
              <ItemLink link={child} active={child.path === active} {...props} />
            )}
          >
            {title(child.title)}
          </Menu.Item>
        ),
      )}
    </>
  );
}
