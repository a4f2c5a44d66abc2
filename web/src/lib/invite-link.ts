import { paths } from '@/config/paths';

/** Leads straight to a registration form that has the code filled in. */
export function inviteLink(origin: string, code: string): string {
  return `${origin}${paths.register}?code=${encodeURIComponent(code)}`;
}
