// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Mapping } from '@/lib/screening/list-types';
import { ReadingLine } from './reading-line';

const screening = {
  ask: {
    numbers: 'Every number separately',
    mobiles: 'Every mobile number separately',
    no_country: 'Numbers include the calling code',
  },
  map: { column_n: 'Column {{letter}}', country_column: 'Country column', area_column: 'Area code column' },
  read_as: {
    column: 'Column',
    country: 'Country',
    change: 'Change',
    change_label: 'Change how the file is read',
  },
};

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: { screening } } } });
});
afterEach(cleanup);

const mapping: Mapping = {
  sheet: null,
  more_sheets: [],
  encoding: 'utf-8',
  delimiter: 'comma',
  quote: 'double',
  backslash: false,
  skip_spaces: false,
  title_rows: 0,
  header: true,
  header_rows: 0,
  column: 1,
  more_columns: [],
  carried: [],
  without: [],
  default_country: 'DE',
  country_column: null,
  area_column: null,
};
const preview = {
  columns: [
    { name: 'name', valid: 0 },
    { name: 'mobile', valid: 1 },
    { name: '', valid: 0.9 },
  ],
};

function show(change: Partial<Mapping>, onChange: (() => void) | null): HTMLElement {
  const { container } = render(
    <MantineProvider>
      <ReadingLine mapping={{ ...mapping, ...change }} preview={preview} onChange={onChange} />
    </MantineProvider>,
  );
  return container;
}

it.each<[Partial<Mapping>, string]>([
  [{}, 'Column: mobile · Country: Germany'],
  [
    { more_columns: [2], default_country: null },
    'Column: mobile, Column C · Numbers include the calling code',
  ],
  [{ default_country: null, country_column: 0 }, 'Column: mobile · Country column: name'],
  [{ delimiter: 'anywhere' }, 'Every number separately · Country: Germany'],
  [{ area_column: 0 }, 'Column: mobile · Area code column: name · Country: Germany'],
  [{ delimiter: 'labelled' }, 'Every number separately · Country: Germany'],
  [{ delimiter: 'mobile_only' }, 'Every mobile number separately · Country: Germany'],
])('%j reads %s', (change, text) => expect(show(change, null).textContent).toContain(text));

it('offers to change the reading, except while the file is read', () => {
  const onChange = vi.fn<() => void>();
  show({}, onChange);
  fireEvent.click(screen.getByRole('button', { name: 'Change how the file is read' }));
  expect(onChange).toHaveBeenCalledOnce();
  cleanup();
  show({}, null);
  expect(screen.queryAllByRole('button')).toEqual([]);
});
