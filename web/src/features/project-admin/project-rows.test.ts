import { expect, it } from 'vitest';
import type { ProjectView } from '@/lib/screening/types';
import { nameIn, projectRows } from './project-rows';

const made = (slug: string, category: string, sort: number, enabled: boolean) =>
  ({
    slug,
    sort,
    enabled,
    details: { category, names: { en: slug.toUpperCase(), zh: `号${slug}` } },
  }) as unknown as ProjectView;

const projects = [
  made('hlr', 'carrier', 1, true),
  made('telegram', 'messaging', 2, false),
  made('whatsapp', 'messaging', 1, true),
];

it.each([
  [{}, ['whatsapp', 'telegram', 'hlr']],
  [{ category: 'messaging' }, ['whatsapp', 'telegram']],
  [{ enabled: 'false' }, ['telegram']],
  [{ search: 'TELE' }, ['telegram']],
  [{ search: '号hlr' }, ['hlr']],
  [{ search: 'nothing' }, []],
])('%j leaves %j', (filters, expected) => {
  const rows = projectRows(projects, { page: 1, size: 50, sort: null, filters }, 'en');
  expect(rows.items.map(({ slug }) => slug)).toEqual(expected);
  expect(rows.total).toBe(expected.length);
});

it('is paged', () => {
  const rows = projectRows(projects, { page: 2, size: 2, sort: null, filters: {} }, 'en');
  expect(rows).toMatchObject({ items: [{ slug: 'hlr' }], total: 3 });
});

it('can be sorted by a column', () => {
  const state = { page: 1, size: 50, sort: { column: 'name', descending: false }, filters: {} };
  expect(projectRows(projects, state, 'en').items.map(({ slug }) => slug)).toEqual([
    'hlr',
    'telegram',
    'whatsapp',
  ]);
});

it.each([
  ['zh', '号hlr'],
  ['es', 'HLR'],
])('in %s it is %s', (language, name) =>
  expect(nameIn(made('hlr', 'carrier', 1, true), language)).toBe(name),
);
