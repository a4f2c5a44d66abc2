import { expect, it } from 'vitest';
import { sheetOf } from './mantine-styles';

it.each([
  [
    '/x/node_modules/@mantine/core/esm/components/Button/Button.module.mjs',
    '@mantine/core/styles/Button.css',
  ],
  ['/x/node_modules/@mantine/core/esm/components/Nothing/Nothing.module.mjs', null],
  ['/x/node_modules/@mantine/core/esm/components/Button/Button.mjs', null],
  ['/x/src/button.module.mjs', null],
])('%s has the sheet %s', (module, sheet) => {
  expect(sheetOf(module)).toBe(sheet);
});
