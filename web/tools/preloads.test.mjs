import { describe, expect, it } from 'vitest';
import { presentFor } from './preloads.ts';

const file = (fileName, imports = [], module) => [
  fileName,
  { fileName, imports, facadeModuleId: module ? `/console/${module}` : null },
];
const bundle = Object.fromEntries([
  file('index.js', ['react.js'], 'index.html'),
  file('react.js'),
  file('shell.js', ['react.js', 'menu.js'], 'src/app/console-app.tsx'),
  file('menu.js'),
  file('page.js', ['menu.js', 'table.js'], 'src/features/users/user-list-page.tsx'),
  file('table.js'),
  ['style.css', { fileName: 'style.css' }],
]);

describe('files that are loaded when a file imports another', () => {
  it.each([
    ['index.js', ['index.js', 'react.js']],
    ['menu.js', ['index.js', 'menu.js', 'react.js', 'shell.js']],
    ['page.js', ['index.js', 'menu.js', 'page.js', 'react.js', 'shell.js', 'table.js']],
  ])('%s', (host, expected) => {
    expect(presentFor(bundle, host)).toEqual(new Set(expected));
  });

  it('throws if the build has no entry file', () => {
    expect(() => presentFor({}, 'index.js')).toThrow('index.html');
  });
});
