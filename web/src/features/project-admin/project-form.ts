/** Form values of a project: amounts and counts as typed, one field per language. */
import { LANGUAGES, type Language, POINT_FRACTION_DIGITS } from '@/config/constants';
import { parseAmount, typedPoints } from '@/lib/money';
import { recordOf } from '@/lib/records';
import type {
  Answerer,
  Category,
  ProjectDetails,
  ProjectView,
  RouteBy,
  Routing,
} from '@/lib/screening/types';

export interface ChannelShare {
  channel: string;
  share: number | string;
}

export interface CountryPrice {
  country: string;
  price: string;
}

/** A type alias, because interfaces are not assignable to index signatures. */
export type ProjectValues = {
  slug: string;
  sort: number | string;
  enabled: boolean;
  category: Category;
  icon: string;
  names: Record<Language, string>;
  descriptions: Record<Language, string>;
  answerer: Answerer;
  statuses: string[];
  price: string;
  country_prices: CountryPrice[];
  min_numbers: number | string;
  max_numbers: number | string;
  countries: string[];
  channels: string[];
  route_by: RouteBy;
  split: ChannelShare[];
  /** In percent. */
  shadow: number | string;
  inputs: ProjectDetails['inputs'];
  chunk_size: string;
};

export const CHUNK_SIZES = [100, 200, 500, 1000, 2000, 5000, 10_000, 50_000] as const;
/** Largest share of a channel in a split, and of numbers in percent that a second channel is asked about. */
export const MOST_SHARE = 10_000;
export const MOST_SHADOW = 50;
export const MOST_NUMBERS = 1_000_000_000;
export const MOST_POINTS = 1_000_000_000;

const NEW_PROJECT: ProjectDetails = {
  category: 'messaging',
  icon: 'message',
  names: {},
  descriptions: {},
  answerer: 'channels',
  statuses: ['active', 'inactive'],
  price: 0,
  country_prices: {},
  min_numbers: 1,
  max_numbers: MOST_NUMBERS,
  countries: [],
  channels: [],
  inputs: [],
  chunk_size: 1000,
};

export function valuesOf(project: ProjectView | null | undefined): ProjectValues {
  const details = project?.details ?? NEW_PROJECT;
  return {
    slug: project?.slug ?? '',
    sort: project?.sort ?? 0,
    enabled: project?.enabled ?? false,
    category: details.category,
    icon: details.icon,
    names: textsIn(details.names),
    descriptions: textsIn(details.descriptions),
    answerer: details.answerer,
    statuses: [...details.statuses],
    price: typedPoints(details.price),
    country_prices: Object.entries(details.country_prices).map(([country, price]) => ({
      country,
      price: typedPoints(price),
    })),
    min_numbers: details.min_numbers,
    max_numbers: details.max_numbers,
    countries: [...details.countries],
    channels: [...details.channels],
    route_by: details.routing?.by ?? 'priority',
    split: Object.entries(details.routing?.split ?? {}).map(([channel, share]) => ({ channel, share })),
    shadow: (details.routing?.shadow ?? 0) / 100,
    inputs: details.inputs ?? [],
    chunk_size: String(details.chunk_size),
  };
}

function textsIn(texts: Readonly<Record<string, string>>): Record<Language, string> {
  return recordOf(LANGUAGES, (language) => texts[language] ?? '');
}

/** In 1/10,000 point. Null if invalid. */
export function priceOf(typed: string): number | null {
  const units = parseAmount(typed, POINT_FRACTION_DIGITS);
  if (units === null || units < 0n || units > BigInt(MOST_POINTS)) return null;
  return Number(units);
}

export function detailsOf(values: ProjectValues): ProjectDetails {
  return {
    category: values.category,
    icon: values.icon.trim(),
    names: givenTexts(values.names),
    descriptions: givenTexts(values.descriptions),
    answerer: values.answerer,
    statuses: values.statuses,
    price: priceOf(values.price) ?? 0,
    country_prices: Object.fromEntries(
      values.country_prices.map(({ country, price }) => [country, priceOf(price) ?? 0]),
    ),
    min_numbers: whole(values.min_numbers) ?? 0,
    max_numbers: whole(values.max_numbers) ?? 0,
    countries: values.countries,
    channels: values.answerer === 'channels' ? values.channels : [],
    ...(values.answerer === 'channels' ? routingOf(values) : {}),
    inputs: values.inputs,
    chunk_size: Number(values.chunk_size),
  };
}

/** Empty if the routing is the default, which is not stored. */
function routingOf(values: ProjectValues): { routing?: Routing } {
  const split = values.route_by === 'split' ? values.split : [];
  const routing: Routing = {
    by: values.route_by,
    split: Object.fromEntries(split.map(({ channel, share }) => [channel, whole(share) ?? 0])),
    shadow: hundredths(values.shadow) ?? 0,
  };
  return routing.by === 'priority' && routing.shadow === 0 ? {} : { routing };
}

/** A percentage in hundredths of a percent. Null if invalid. */
function hundredths(typed: number | string): number | null {
  const text = String(typed).trim();
  if (!/^\d{1,2}(\.\d{1,2})?$/.test(text)) return null;
  const value = Math.round(Number(text) * 100);
  return value <= MOST_SHADOW * 100 ? value : null;
}

/** Omits empty texts: a missing language falls back to another, an empty text would not. */
function givenTexts(texts: Readonly<Record<Language, string>>): Record<string, string> {
  return Object.fromEntries(
    LANGUAGES.flatMap((language) => {
      const text = texts[language].trim();
      return text ? [[language, text] as const] : [];
    }),
  );
}

export function whole(typed: number | string): number | null {
  const text = String(typed).trim();
  return /^\d{1,12}$/.test(text) ? Number(text) : null;
}

export type ProblemName =
  | 'price'
  | 'required'
  | 'range'
  | 'order'
  | 'statuses'
  | 'slug'
  | 'shadow'
  | 'split'
  | 'share';

/** Client-side validation, keyed by field path. */
export function projectProblems(values: ProjectValues): Record<string, ProblemName> {
  const found: Record<string, ProblemName> = {};
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(values.slug)) found.slug = 'slug';
  if (values.names.en.trim() === '') found['names.en'] = 'required';
  if (priceOf(values.price) === null) found.price = 'price';
  for (const [row, { price }] of values.country_prices.entries()) {
    if (priceOf(price) === null) found[`country_prices.${row}.price`] = 'price';
  }
  const [fewest, most] = [whole(values.min_numbers), whole(values.max_numbers)];
  if (fewest === null || fewest < 1 || fewest > MOST_NUMBERS) found.min_numbers = 'range';
  if (most === null || most < 1 || most > MOST_NUMBERS) found.max_numbers = 'range';
  else if (fewest !== null && most < fewest) found.max_numbers = 'order';
  if (!areStatuses(values.statuses)) found.statuses = 'statuses';
  if (values.answerer === 'channels') {
    if (hundredths(values.shadow) === null) found.shadow = 'shadow';
    if (values.route_by === 'split') {
      if (values.split.length === 0) found.split = 'split';
      for (const [row, { share }] of values.split.entries()) {
        const size = whole(share);
        if (size === null || size < 1 || size > MOST_SHARE) found[`split.${row}.share`] = 'share';
      }
    }
  }
  return found;
}

const RESERVED: ReadonlySet<string> = new Set(['unknown', 'skipped']);

function areStatuses(words: readonly string[]): boolean {
  return (
    words.length >= 1 &&
    words.length <= 20 &&
    words.every((word) => /^[a-z0-9_]{1,32}$/.test(word) && !RESERVED.has(word))
  );
}

export const TABS = ['texts', 'prices', 'limits', 'answers'] as const;
export type Tab = (typeof TABS)[number];

const TAB_OF: Readonly<Record<string, Tab>> = {
  price: 'prices',
  country_prices: 'prices',
  min_numbers: 'limits',
  max_numbers: 'limits',
  countries: 'limits',
  chunk_size: 'limits',
  answerer: 'answers',
  statuses: 'answers',
  channels: 'answers',
  routing: 'answers',
  route_by: 'answers',
  split: 'answers',
  shadow: 'answers',
};

/** The tab that contains a field. */
export function tabOf(path: string): Tab {
  return TAB_OF[path.split('.')[0] ?? ''] ?? 'texts';
}
