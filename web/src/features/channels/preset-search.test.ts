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

it.each<[string, string | null, string[]]>([
  ['', null, ['alpha', 'beta']],
  ['  LOOKUP  beta ', null, ['beta']],
  ['united', null, ['alpha']],
  ['call', null, ['alpha']],
  ['', 'live_status', ['beta']],
  ['alpha', 'live_status', []],
])('%j in %s finds %j', (text, project, expected) => {
  const found = findPresets(ALL, { text, project }, (code) => NAMES[code] ?? code);
  expect(found.map(({ id }) => id)).toEqual(expected);
});
