/** The user and the menu, asked for together, and as soon as possible: while the code of the console still loads. */
import type { MenuEntry } from '@/lib/routing/menu-routes';
import { fetchMenu, fetchUser } from './session';
import type { UserInfo } from './session-store';
import { readToken } from './token';

interface AskedSession {
  token: string | null;
  user: Promise<UserInfo>;
  menu: Promise<readonly MenuEntry[]>;
}

let early: AskedSession | null = null;

function ask(): AskedSession {
  const asked = { token: readToken(), user: fetchUser(), menu: fetchMenu() };
  // The caller awaits them one after the other, or never the second.
  for (const answer of [asked.user, asked.menu]) answer.catch(() => undefined);
  return asked;
}

export function askEarly(): void {
  early = ask();
}

/** What was asked early is used once, and only for the same session. */
export function askSession(): AskedSession {
  const asked = early?.token === readToken() ? early : ask();
  early = null;
  return asked;
}
