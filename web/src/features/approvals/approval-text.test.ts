import { describe, expect, it } from 'vitest';
import { approvalState, requestText } from './approval-text';

describe('approvalState', () => {
  it('shows pending requests as expired once their time is over', () => {
    expect(approvalState({ state: 'pending', expires_at: 100 }, 99)).toBe('pending');
    expect(approvalState({ state: 'pending', expires_at: 100 }, 100)).toBe('expired');
    expect(approvalState({ state: 'approved', expires_at: 100 }, 200)).toBe('approved');
  });
});

describe('requestText', () => {
  it('leaves empty fields out', () => {
    expect(requestText({ amount: 5, order: null, reason: 'gift', label: '' })).toBe(
      'amount: 5 · reason: gift',
    );
  });
});
