import { describe, expect, it } from 'vitest';
import type { Run } from './api/runs';
import {
  continued,
  countOf,
  isBlank,
  newForm,
  newSegment,
  previewRequest,
  runRequest,
  totalOf,
} from './generation-form';

describe('generator forms', () => {
  it.each([
    [1, 1],
    ['250', 250],
    [10_000_000, 10_000_000],
    [10_000_001, null],
    [0, null],
    [-5, null],
    [1.5, null],
    ['', null],
    ['many', null],
  ])('a count of %j is %j', (typed, count) => {
    expect(countOf(typed)).toBe(count);
  });

  it('builds a run request only if every segment has a valid count and the total fits', () => {
    const form = newForm({ country: 'CN' });
    expect(runRequest(form, 'country')).toMatchObject({
      page: 'country',
      earlier: 'exclude',
      segments: [{ count: 1000, space: { country: 'CN', kind: 'any', pattern: null } }],
    });
    const two = (count: number | string) => ({
      ...form,
      segments: [...form.segments, newSegment(2, {}, 1)].map((segment) => ({ ...segment, count })),
    });
    expect(runRequest(two(''), 'custom')).toBeNull();
    expect(runRequest(two(6_000_000), 'custom')).toBeNull();
    expect(totalOf(two(6_000_000).segments)).toBe(12_000_000);
    expect(runRequest(two(5_000_000), 'custom')).not.toBeNull();
  });

  it('limits the preview and allows it without a count', () => {
    const form = newForm({ country: 'CN' });
    const counts = [1000, 7, ''].map((count) => ({ ...newSegment(1, {}, 1), count }));
    expect(previewRequest({ ...form, segments: counts }).segments.map(({ count }) => count)).toEqual([
      20, 7, 20,
    ]);
  });

  it('recognises an empty pattern', () => {
    expect(isBlank(newSegment(1, { pattern: '  ' }, 1))).toBe(true);
    expect(isBlank(newSegment(1, { pattern: '+86' }, 1))).toBe(false);
    expect(isBlank(newSegment(1, { country: 'CN' }, 1))).toBe(false);
  });

  it('continues a run, including one that started over', () => {
    const run: Run = {
      id: 1,
      made_on: 'custom',
      order: 'sequential',
      earlier: 'repeat',
      style: 'national',
      without_list: 7,
      segments: [{ space: newSegment(1, { pattern: '+86 138????????' }, 5).space, count: 5 }],
      count: 5,
      created_at: 1,
      expires_at: 2,
    };
    const form = continued(run);
    expect(form).toMatchObject({
      order: 'sequential',
      style: 'national',
      earlier: 'continue',
      without_list: 7,
    });
    expect(form.segments).toEqual([newSegment(1, { pattern: '+86 138????????' }, 5)]);
    expect(continued({ ...run, earlier: 'exclude' }).earlier).toBe('exclude');
  });
});
