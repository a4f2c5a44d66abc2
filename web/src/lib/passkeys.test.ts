// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { isAddress, isPasskeyCode, passkeysSupported, problemOf } from './passkeys';

test('addresses are no domain names', () => {
  for (const host of ['127.0.0.1', '192.168.0.10', '[::1]']) expect(isAddress(host), host).toBe(true);
  for (const host of ['localhost', 'numsift.example', '1.example']) expect(isAddress(host), host).toBe(false);
});

test('codes of passkeys are told from typed ones', () => {
  expect(isPasskeyCode('pk.AbC')).toBe(true);
  for (const code of ['', '123456', 'ABCDE12345']) expect(isPasskeyCode(code), code).toBe(false);
});

test('a browser without passkeys is not offered any', () => {
  expect(passkeysSupported()).toBeFalsy();
});

test('a passkey that exists already is not a cancelled dialog', () => {
  expect(problemOf(new DOMException('exists', 'InvalidStateError'))).toBe('auth.passkey_present');
  expect(problemOf(new DOMException('no', 'NotAllowedError'))).toBe('auth.passkey_cancelled');
});
