import { expect, it } from 'vitest';
import { partsIn, withoutNames, withoutUnusedParts } from './unused-code';

it('removes the names of components, so that those that nothing uses can go', () => {
  const module = 'var Form = React10.forwardRef(\n  render\n);\nForm.displayName = "Form";\n';
  expect(withoutNames(module)).toBe('var Form = /* @__PURE__ */ React10.forwardRef(\n  render\n);\n\n');
});

it('finds the parts that are used, in our sources and in compiled ones', () => {
  expect(partsIn('<Menu><Menu.Item>a</Menu.Item></Menu>')).toEqual(['Menu.Item']);
  expect(partsIn('jsx(Popover.Target, {}), jsxs(\n  Popover.Dropdown, {})')).toEqual([
    'Popover.Target',
    'Popover.Dropdown',
  ]);
  expect(partsIn('throw new Error("Menu.Sub needs a Menu"); Menu.Search = MenuSearch;')).toEqual([]);
});

it('removes the parts that are not used', () => {
  const module = 'Menu.classes = Menu_module_default;\nMenu.Item = MenuItem;\nMenu.Search = MenuSearch;\n';
  expect(withoutUnusedParts(module, 'Menu', new Set(['Menu.Item']))).toBe(
    'Menu.classes = Menu_module_default;\nMenu.Item = MenuItem;\n\n',
  );
});
