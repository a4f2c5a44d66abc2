/** Validation of the login, registration and password forms. */
import { NEW_PASSWORD_MIN_LENGTH, PASSWORD_MIN_LENGTH } from '@/config/constants';

export type LoginProblem = 'username_required' | 'password_too_short';
export type RegisterProblem = LoginProblem | 'new_password_too_short' | 'invite_code_required';

interface Credentials {
  username: string;
  password: string;
}

export interface LoginForm extends Credentials {
  /** The second factor, empty until the server asks for it. */
  totp: string;
}

export interface RegisterForm extends Credentials {
  invite_code: string;
}

type Problems<Form, Problem> = Partial<Record<keyof Form, Problem>>;

export function checkLogin({ username, password }: Credentials): Problems<Credentials, LoginProblem> {
  return {
    ...(username.trim() === '' ? { username: 'username_required' } : {}),
    ...(password.length < PASSWORD_MIN_LENGTH ? { password: 'password_too_short' } : {}),
  };
}

/** New passwords must be longer than the minimum that login accepts. */
export function checkRegister(form: RegisterForm): Problems<RegisterForm, RegisterProblem> {
  return {
    ...(form.username.trim() === '' ? { username: 'username_required' } : {}),
    ...(form.password.length < NEW_PASSWORD_MIN_LENGTH ? { password: 'new_password_too_short' } : {}),
    ...(form.invite_code.trim() === '' ? { invite_code: 'invite_code_required' } : {}),
  };
}

export interface NewPasswordForm {
  new_pwd: string;
  confirm_pwd: string;
}

export function checkNewPassword({
  new_pwd,
  confirm_pwd,
}: NewPasswordForm): Problems<NewPasswordForm, 'new_password_too_short' | 'passwords_differ'> {
  return {
    ...(new_pwd.length < NEW_PASSWORD_MIN_LENGTH ? { new_pwd: 'new_password_too_short' } : {}),
    ...(new_pwd === confirm_pwd ? {} : { confirm_pwd: 'passwords_differ' }),
  };
}

/** Removes spaces: apps show codes in groups. */
export function cleanCode(typed: string): string {
  return typed.replace(/\s+/g, '');
}

export interface PasswordForm {
  old_pwd: string;
  new_pwd: string;
  confirm_pwd: string;
}

export function checkPasswordChange(form: PasswordForm): 'incomplete' | 'differ' | null {
  if (form.old_pwd === '' || form.new_pwd === '' || form.confirm_pwd === '') return 'incomplete';
  return form.new_pwd === form.confirm_pwd ? null : 'differ';
}
