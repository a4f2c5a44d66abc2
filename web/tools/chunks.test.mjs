import { expect, it } from 'vitest';
import { closureOf } from './chunks';

it('finds everything that the roots import, also in circles, without the roots', () => {
  const imports = { login: ['form', 'button'], form: ['button', 'form-state'], 'form-state': ['form'] };
  const graph = { getModuleInfo: (id) => ({ importedIds: imports[id] ?? [] }) };
  expect([...closureOf(graph, ['login'])].toSorted()).toEqual(['button', 'form', 'form-state']);
});
