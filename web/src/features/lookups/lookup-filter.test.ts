import { describe, expect, it } from 'vitest';
import { lookupFilter } from './lookup-filter';

describe('lookupFilter', () => {
  it('sends only what was chosen', () => {
    expect(lookupFilter({})).toEqual({
      number: null,
      project: null,
      status: null,
      key: null,
      uid: null,
      lookup: null,
      request_id: null,
      from: null,
      until: null,
    });
  });

  it('includes the last day', () => {
    const { from, until } = lookupFilter({ from: '2026-03-01', until: '2026-03-01' });
    expect((until ?? 0) - (from ?? 0)).toBe(86_400);
  });

  it('ignores what is not a number', () => {
    const filter = lookupFilter({ key: 'x', uid: '10001', lookup: '-4', request: '00ff', number: '+1 201' });
    expect([filter.key, filter.uid, filter.lookup]).toEqual([null, 10_001, null]);
    expect([filter.request_id, filter.number]).toEqual(['00ff', '+1 201']);
  });
});
