import { expect, it } from 'vitest';
import { inviteLink } from './invite-link';

it('encodes any code', () => {
  expect(inviteLink('https://a.example', 'A&B=1')).toBe('https://a.example/register?code=A%26B%3D1');
});
