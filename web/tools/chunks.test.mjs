import { expect, it } from 'vitest';
import { closureOf, sharedFiles } from './chunks';

it('finds everything that the roots import, also in circles, without the roots', () => {
  const imports = { login: ['form', 'button'], form: ['button', 'form-state'], 'form-state': ['form'] };
  const graph = { getModuleInfo: (id) => ({ importedIds: imports[id] ?? [] }) };
  expect([...closureOf(graph, ['login'])].toSorted()).toEqual(['button', 'form', 'form-state']);
});

it('puts what several pages use into the file of their area, or into the common one', () => {
  const page = (area, name) => `/src/features/${area}/${name}-page.tsx`;
  const modules = {
    '/src/app/main.tsx': { imports: ['react'], later: ['/src/app/page-registry.ts'] },
    '/src/app/page-registry.ts': {
      later: [
        page('tasks', 'list'),
        page('screening', 'wizard'),
        page('finance', 'list'),
        page('roles', 'all'),
      ],
    },
    [page('tasks', 'list')]: { imports: ['react', 'table', 'task', 'tasks.css'] },
    [page('screening', 'wizard')]: { imports: ['react', 'table', 'task', '/NumberInput/index.js'] },
    [page('finance', 'list')]: { imports: ['react', 'table', 'money', '/NumberInput/index.js'] },
    [page('roles', 'all')]: { imports: ['react', 'roles.css'] },
  };
  const graph = {
    getModuleInfo: (id) => ({
      importedIds: modules[id]?.imports ?? [],
      dynamicallyImportedIds: modules[id]?.later ?? [],
    }),
  };
  const files = sharedFiles(graph, {
    start: '/src/app/main.tsx',
    registry: '/src/app/page-registry.ts',
    present: new Set(['react']),
  });
  expect(Object.fromEntries(files)).toEqual({
    table: 'common',
    task: 'work',
    'tasks.css': 'common',
    '/NumberInput/index.js': 'number-input',
  });
});
