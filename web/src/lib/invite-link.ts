import { paths } from '@/config/paths';

/** Links to the registration form with the invite code filled in. */
export function inviteLink(origin: string, code: string): string {
  return `${origin}${paths.register}?code=${encodeURIComponent(code)}`;
}
