import { describe, expect, it } from 'vitest';
import { checkLogin, checkPasswordChange, checkRegister } from './credentials';

describe('login form: username trimmed, password at least 6', () => {
  it.each([
    ['', '', { username: 'username_required', password: 'password_too_short' }],
    ['   ', '123456', { username: 'username_required' }],
    ['anna', '12345', { password: 'password_too_short' }],
    [' anna ', '123456', {}],
  ])('%j / %j', (username, password, problems) => {
    expect(checkLogin({ username, password })).toEqual(problems);
  });
});

describe('registration form', () => {
  it.each([
    ['anna', '12345678', 'CODE', {}],
    ['anna', '1234567', 'CODE', { password: 'new_password_too_short' }],
    ['anna', '12345678', ' ', { invite_code: 'invite_code_required' }],
    ['', '12345678', 'CODE', { username: 'username_required' }],
  ])('%j / %j / %j', (username, password, invite_code, problems) => {
    expect(checkRegister({ username, password, invite_code })).toEqual(problems);
  });
});

describe('change password: all fields required, confirmation must match', () => {
  it.each([
    ['', 'new-word', 'new-word', 'incomplete'],
    ['old', '', '', 'incomplete'],
    ['old', 'new-word', '', 'incomplete'],
    ['old', 'new-word', 'new-ward', 'differ'],
    ['old', 'new-word', 'new-word', null],
  ])('%j / %j / %j', (old_pwd, new_pwd, confirm_pwd, problem) => {
    expect(checkPasswordChange({ old_pwd, new_pwd, confirm_pwd })).toBe(problem);
  });
});
