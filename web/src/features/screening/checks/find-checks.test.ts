import { expect, it } from 'vitest';
import type { ProjectCard } from '@/lib/screening/types';
import { findChecks, groupChecks } from './find-checks';

function card(slug: string, name: string, category: ProjectCard['category']): ProjectCard {
  return {
    slug,
    name,
    category,
    answerer: 'channels',
    countries: [],
    country_prices: {},
    description: `Whether the number has ${name}`,
    icon: '',
    inputs: [],
    max_numbers: 100,
    min_numbers: 1,
    price: 100,
    reason: '',
    statuses: ['active'],
    usable: true,
  };
}

const ALL = [
  card('whatsapp', 'WhatsApp', 'messaging'),
  card('telegram', 'Telegram', 'messaging'),
  card('paypal', 'PayPal', 'finance'),
];
const nameOf = (category: string): string => (category === 'finance' ? 'Money matters' : 'Messaging');

it.each([
  ['', ['whatsapp', 'telegram', 'paypal']],
  [' WHATS ', ['whatsapp']],
  ['number tele', ['telegram']],
  ['money', ['paypal']],
  ['messaging app', ['whatsapp']],
  ['nothing like it', []],
])('%j finds %j', (typed, slugs) =>
  expect(findChecks(ALL, typed, nameOf).map(({ slug }) => slug)).toEqual(slugs),
);

it('shows favourites first and each check once', () => {
  const groups = groupChecks(ALL, new Set(['paypal', 'telegram', 'gone']));
  expect(groups.map(({ category, projects }) => [category, projects.map(({ slug }) => slug)])).toEqual([
    ['favourites', ['telegram', 'paypal']],
    ['messaging', ['whatsapp']],
  ]);
  expect(groupChecks(ALL, new Set()).map(({ category }) => category)).toEqual(['messaging', 'finance']);
});
