import { describe, expect, it } from 'vitest';
import { directly, originsOf } from './direct-imports';

const INDEX = `
import { Button } from "./components/Button/Button.mjs";
import { em, rem as units } from "./core/rem.mjs";
import { RemoveScroll } from "react-remove-scroll";
export { default as IconX, default as IconCross } from './icons/IconX.mjs';
export { Button, em, units as rem, RemoveScroll };
`;
const origins = originsOf(INDEX, '/package');

describe('imports from an index', () => {
  it.each([
    ['Button', { file: '/package/components/Button/Button.mjs', name: 'Button' }],
    ['rem', { file: '/package/core/rem.mjs', name: 'rem' }],
    ['RemoveScroll', { file: 'react-remove-scroll', name: 'RemoveScroll' }],
    ['IconCross', { file: '/package/icons/IconX.mjs', name: 'default' }],
  ])('%s comes from its own module', (name, origin) => {
    expect(origins.get(name)).toEqual(origin);
  });

  it('are replaced, keep their local names, and leave unknown names where they are', () => {
    const code = `import { Button as Knob, IconX, namespace } from "ui";\nimport x from "other";`;
    expect(directly(code, 'ui', origins)).toBe(
      [
        `import { Button as Knob } from "/package/components/Button/Button.mjs";`,
        `import { default as IconX } from "/package/icons/IconX.mjs";`,
        `import { namespace as namespace } from "ui";\nimport x from "other";`,
      ].join(' '),
    );
  });
});
