/** Groups permissions by module for display. */

export interface PermissionGroup {
  module: string;
  permissions: readonly string[];
}

/** In the server's order. */
export function groupByModule(permissions: readonly string[]): PermissionGroup[] {
  const groups = new Map<string, string[]>();
  for (const permission of permissions) {
    const module = permission.split('/', 1)[0] ?? permission;
    const known = groups.get(module);
    if (known) known.push(permission);
    else groups.set(module, [permission]);
  }
  return [...groups].map(([module, inside]) => ({ module, permissions: inside }));
}

export type ModuleState = 'none' | 'some' | 'all';

export function moduleState(group: PermissionGroup, held: ReadonlySet<string>): ModuleState {
  const count = group.permissions.filter((permission) => held.has(permission)).length;
  if (count === 0) return 'none';
  return count === group.permissions.length ? 'all' : 'some';
}

/** Selects or clears a module. Permissions that the caller cannot grant stay unchanged. */
export function toggleModule(
  group: PermissionGroup,
  held: ReadonlySet<string>,
  grantable: ReadonlySet<string>,
): string[] {
  const mine = group.permissions.filter((permission) => grantable.has(permission));
  const clear = mine.every((permission) => held.has(permission));
  const next = new Set(held);
  for (const permission of mine) {
    if (clear) next.delete(permission);
    else next.add(permission);
  }
  return [...next];
}

export function togglePermission(held: readonly string[], permission: string): string[] {
  return held.includes(permission) ? held.filter((other) => other !== permission) : [...held, permission];
}
