import { describe, expect, it } from 'vitest';
import type { ProjectView } from '@/lib/screening/types';
import { detailsOf, priceOf, projectProblems, tabOf, valuesOf } from './project-form';

const project: ProjectView = {
  slug: 'whatsapp',
  sort: 3,
  enabled: true,
  version: 2,
  usable: true,
  details: {
    category: 'messaging',
    icon: 'whatsapp',
    names: { en: 'WhatsApp', zh: 'WhatsApp 检测' },
    descriptions: { en: 'Registered or not' },
    answerer: 'channels',
    statuses: ['registered', 'not_registered'],
    price: 80,
    country_prices: { CN: 125, US: 10_000 },
    min_numbers: 1,
    max_numbers: 500_000,
    countries: ['CN', 'US'],
    channels: ['first', 'second'],
    inputs: [],
    chunk_size: 1000,
  },
};

describe('project form', () => {
  it('round-trips unchanged', () => {
    expect(detailsOf(valuesOf(project))).toEqual(project.details);
    expect(projectProblems(valuesOf(project))).toEqual({});
  });

  it('round-trips the routing', () => {
    const routing = { by: 'split', split: { first: 80, second: 20 }, shadow: 250 } as const;
    const routed = { ...project, details: { ...project.details, routing } };
    expect(detailsOf(valuesOf(routed))).toEqual(routed.details);
    expect(detailsOf({ ...valuesOf(routed), answerer: 'hygiene' })).not.toHaveProperty('routing');
    expect(detailsOf({ ...valuesOf(routed), route_by: 'priority', shadow: 0 })).not.toHaveProperty('routing');
  });

  it('a built-in project has no channels', () => {
    expect(detailsOf({ ...valuesOf(project), answerer: 'hygiene' }).channels).toEqual([]);
  });

  it.each([
    [{ slug: 'Whats App' }, { slug: 'slug' }],
    [{ names: { zh: '只有中文', en: ' ', es: '', ja: '' } }, { 'names.en': 'required' }],
    [{ price: '0.00001' }, { price: 'price' }],
    [{ price: '-1' }, { price: 'price' }],
    [{ country_prices: [{ country: 'CN', price: 'x' }] }, { 'country_prices.0.price': 'price' }],
    [{ min_numbers: 0 }, { min_numbers: 'range' }],
    [{ min_numbers: 10, max_numbers: 9 }, { max_numbers: 'order' }],
    [{ max_numbers: '' }, { max_numbers: 'range' }],
    [{ max_numbers: 1_000_000_001 }, { max_numbers: 'range' }],
    [{ shadow: 51 }, { shadow: 'shadow' }],
    [{ shadow: '2.555' }, { shadow: 'shadow' }],
    [{ route_by: 'split' as const }, { split: 'split' }],
    [{ route_by: 'split' as const, split: [{ channel: 'a', share: 0 }] }, { 'split.0.share': 'share' }],
    [{ statuses: [] }, { statuses: 'statuses' }],
    [{ statuses: ['unknown'] }, { statuses: 'statuses' }],
    [{ statuses: ['Not Registered'] }, { statuses: 'statuses' }],
  ])('%j has the problems %j', (over, expected) => {
    expect(projectProblems({ ...valuesOf(project), ...over })).toEqual(expected);
  });

  it('a new project requires a slug and a name', () => {
    expect(projectProblems(valuesOf(null))).toEqual({ slug: 'slug', 'names.en': 'required' });
  });
});

it.each([
  [0, '0'],
  [80, '0.008'],
  [10_000, '1'],
  [12_345_678, '1234.5678'],
])('%d is typed as %s', (amount, text) => expect(priceOf(text)).toBe(amount));

it.each([
  ['price', 'prices'],
  ['country_prices.2.price', 'prices'],
  ['statuses', 'answers'],
  ['names.en', 'texts'],
  ['chunk_size', 'limits'],
])('%s is on the tab %s', (path, tab) => expect(tabOf(path)).toBe(tab));
