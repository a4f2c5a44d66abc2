import { describe, expect, it } from 'vitest';
import { groupByModule, moduleState, toggleModule, togglePermission } from './permission-groups';

const user = { module: 'user', permissions: ['user/list', 'user/edit', 'user/switch'] };

describe('permissions by module', () => {
  it("keeps the server's order", () => {
    expect(groupByModule(['user/list', 'role/list', 'user/edit'])).toEqual([
      { module: 'user', permissions: ['user/list', 'user/edit'] },
      { module: 'role', permissions: ['role/list'] },
    ]);
  });

  it.each([
    [[], 'none'],
    [['user/list'], 'some'],
    [['user/list', 'user/edit', 'user/switch'], 'all'],
    [['role/list'], 'none'],
  ])('%j of user is %s', (held, expected) => {
    expect(moduleState(user, new Set(held))).toBe(expected);
  });

  it.each([
    // held, grantable, afterwards
    [[], user.permissions, ['user/list', 'user/edit', 'user/switch']],
    [user.permissions, user.permissions, []],
    [['user/list'], ['user/list', 'user/edit'], ['user/list', 'user/edit']],
    [['user/switch'], ['user/list', 'user/edit'], ['user/switch', 'user/list', 'user/edit']],
    [user.permissions, ['user/list'], ['user/edit', 'user/switch']],
  ])('%j with %j to grant becomes %j', (held, grantable, expected) => {
    expect(toggleModule(user, new Set(held), new Set(grantable))).toEqual(expected);
  });

  it('toggles a single permission', () => {
    expect(togglePermission(['user/list'], 'user/edit')).toEqual(['user/list', 'user/edit']);
    expect(togglePermission(['user/list', 'user/edit'], 'user/list')).toEqual(['user/edit']);
  });
});
