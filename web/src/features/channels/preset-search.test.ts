import { expect, it } from 'vitest';
import type { PresetView } from '@/lib/screening/preset-types';
import { findPresets } from './preset-search';

const preset = (id: string, projects: string[], countries: string[] = []): PresetView => ({
  id,
  version: 1,
  provider: `${id} Inc.`,
  product: 'Lookup',
  site: 'https://example.com',
  answers: 'Line type of numbers.',
  confidence: 'documented',
  price: { model: 'per_request' },
  inputs: [],
  facts: [],
  projects,
  countries,
  simulated: false,
});

const ALL = [preset('alpha', ['line_type', 'dnc'], ['US']), preset('beta', ['live_status'])];
const NAMES: Record<string, string> = { US: 'United States', dnc: 'Do not call' };

const ANY = { project: null, country: null, price: null };

it.each<[string, string | null, string[]]>([
  ['', null, ['alpha', 'beta']],
  ['  LOOKUP  beta ', null, ['beta']],
  ['united', null, ['alpha']],
  ['call', null, ['alpha']],
  ['', 'live_status', ['beta']],
  ['alpha', 'live_status', []],
])('%j in %s finds %j', (text, project, expected) => {
  const found = findPresets(ALL, { ...ANY, text, project }, (code) => NAMES[code] ?? code);
  expect(found.map(({ id }) => id)).toEqual(expected);
});

it('finds by country, where a preset without countries covers all, and by price model', () => {
  const ids = (search: Record<string, string>): string[] =>
    findPresets(ALL, { ...ANY, text: '', ...search }, String).map(({ id }) => id);
  expect(ids({ country: 'US' })).toEqual(['alpha', 'beta']);
  expect(ids({ country: 'DE' })).toEqual(['beta']);
  expect(ids({ price: 'per_request' })).toEqual(['alpha', 'beta']);
  expect(ids({ price: 'plan' })).toEqual([]);
  expect(ids({ price: 'per_request', country: 'DE', project: 'dnc' })).toEqual([]);
});
