// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { viewOf } from './preload-page';

it.each([
  ['/checks', 'screening/checks'],
  ['/task/detail/17', 'task/detail'],
  ['/task/list', 'task/list'],
  ['/WhatsApp/Filter', undefined],
  ['/no_such_page', undefined],
])('before the menu has arrived, %s shows %s', (path, view) => {
  expect(viewOf(null, path)).toBe(view);
});

it('the menu says what its own paths show', () => {
  const routes = [{ path: '/WhatsApp/Filter', view: 'screening/project', meta: {} }];
  expect(viewOf(routes, '/WhatsApp/Filter')).toBe('screening/project');
});
