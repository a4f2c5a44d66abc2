import { describe, expect, it } from 'vitest';
import { checkLogo, checkNumber, checkSettings, NUMBER_FIELDS, settingsOf, valuesOf } from './setting-fields';

const stored = {
  session_idle_s: 86_400,
  session_absolute_s: 604_800,
  registration_open: true,
  product_title: null,
  commission_rate_bp: 250,
  points_per_usdt: 1_005_000,
  order_lifetime_s: 1800,
  low_balance: 0,
  retention_days: 30,
  something_newer: 7,
};

describe('settings in display units', () => {
  it('converts to hours, days, percent and points', () => {
    expect(valuesOf(stored)).toEqual({
      session_idle_s: '24',
      session_absolute_s: '7',
      registration_open: true,
      product_title: '',
      commission_rate_bp: '2.5',
      points_per_usdt: '100.5',
      order_lifetime_s: '30',
      low_balance: '0',
      retention_days: '30',
      something_newer: '7',
    });
  });

  it('unchanged and unknown settings are returned exactly', () => {
    const odd = { ...stored, session_idle_s: 301 };
    expect(settingsOf(valuesOf(odd), odd)).toEqual(odd);
  });

  it.each([
    ['commission_rate_bp', '2.55', 255],
    ['commission_rate_bp', '0.29', 29],
    ['points_per_usdt', '100.0001', 1_000_001],
    ['low_balance', '12.3456', 123_456],
    ['session_idle_s', '0.5', 1800],
    ['session_absolute_s', '1.5', 129_600],
  ] as const)('%s of %s is kept as %s', (name, typed, expected) => {
    expect(settingsOf({ [name]: typed }, stored)[name]).toBe(expected);
  });

  it('an empty title becomes null', () => {
    expect(settingsOf({ product_title: ' ' }, stored).product_title).toBeNull();
    expect(settingsOf({ product_title: ' Sift ' }, stored).product_title).toBe('Sift');
  });
});

describe('settings validation', () => {
  it.each([
    ['commission_rate_bp', '2.5', null],
    ['commission_rate_bp', '', 'number'],
    ['commission_rate_bp', 'much', 'number'],
    ['commission_rate_bp', '2.555', 'precision'],
    ['commission_rate_bp', '-1', 'range'],
    ['commission_rate_bp', '100.01', 'range'],
    ['retention_days', '1.5', 'precision'],
    ['retention_days', '0', 'range'],
    ['points_per_usdt', '0', 'range'],
    ['low_balance', '0', null],
    ['low_balance', 'Infinity', 'number'],
  ] as const)('%s of %j: %s', (name, typed, expected) => {
    expect(checkNumber(NUMBER_FIELDS[name], typed)).toBe(expected);
  });

  const start = valuesOf(stored);
  it.each([
    [{}, {}],
    [{ session_idle_s: '200' }, { session_absolute_s: 'absolute_short' }],
    [{ product_title: 'x'.repeat(61) }, { product_title: 'title_long' }],
    [
      { retention_days: '0', commission_rate_bp: '' },
      { retention_days: 'range', commission_rate_bp: 'number' },
    ],
  ])('%j: %j', (over, expected) => {
    expect(checkSettings({ ...start, ...over }, start)).toEqual(expected);
  });

  it.each([
    [{ type: 'image/png', size: 1000 }, null],
    [{ type: 'image/webp', size: 65_536 }, null],
    [{ type: 'image/svg+xml', size: 65_537 }, 'logo_large'],
    [{ type: 'image/gif', size: 10 }, 'logo_type'],
    [{ type: 'text/html', size: 10 }, 'logo_type'],
  ])('a logo %j: %s', (file, expected) => {
    expect(checkLogo(file)).toBe(expected);
  });
});
