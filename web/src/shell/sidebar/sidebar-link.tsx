import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import type { SidebarLink } from './sidebar-items';

type Props = Omit<ComponentProps<'a'>, 'href'> & { link: SidebarLink; active: boolean };

/** An internal link, or an external one that opens in a new tab. */
export function ItemLink({ link, active, children, ...rest }: Props) {
  if (link.external) {
    return (
      <a href={link.path} target="_blank" rel="noopener" {...rest}>
        {children}
      </a>
    );
  }
  return (
    <Link
      to={link.path}
      aria-current={active ? 'page' : undefined}
      data-active={active || undefined}
      {...rest}
    >
      {children}
    </Link>
  );
}
