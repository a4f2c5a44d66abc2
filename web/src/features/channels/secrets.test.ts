import { expect, it } from 'vitest';
import { draftOf } from './draft';
import { hasTypedSecret, withoutSecrets } from './secrets';

it.each([
  ['auth:\n  kind: bearer\n  token: "********"', false],
  ['auth:\n  kind: bearer\n  token: abc', true],
  ["auth: {kind: basic, username: u, password: 'p w'}", true],
  ['auth: {kind: basic, username: u, password: ********}', false],
  ['secrets:\n  api_key: ********\n  other: "********"\nmap:\n- to: status', false],
  ['secrets:\n  api_key: ********\n  other: typed\nmode: sync', true],
  ['secrets: {api_key: typed}', true],
  ['auth:\n  kind: none\nmap:\n- values:\n    live: active', false],
])('%j holds a secret: %s', (yaml, expected) => expect(hasTypedSecret(yaml)).toBe(expected));

it('removes masks without a stored secret', () => {
  const auth = { kind: 'bearer', token: '********', name: 'kept' } as const;
  const draft = draftOf({
    name: 'x',
    auth,
    callback: { secret: '********' },
    secrets: { api_key: '********', other: 'typed' },
  });
  const cleared = withoutSecrets(draft);
  expect(cleared.auth).toMatchObject({ token: '', name: 'kept' });
  expect(cleared.callback.secret).toBe('');
  expect(cleared.secrets.map(({ value }) => value)).toEqual(['', 'typed']);
});
