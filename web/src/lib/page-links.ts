/** Links to pages that strangers open. The token is behind the `#`, so that it is in no log. */
import { paths } from '@/config/paths';

export function newPasswordLink(origin: string, token: string): string {
  return `${origin}${paths.newPassword}#${token}`;
}

export function sharedResultsLink(origin: string, token: string): string {
  return `${origin}${paths.shared}#${token}`;
}
