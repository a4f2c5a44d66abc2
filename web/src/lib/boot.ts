/** What the server tells the console inside index.html, before any call is made. */
import { array, boolean, nullable, number, object, optional, string, type infer as Infer } from 'zod/mini';

const bootSchema = object({
  version: string(),
  demo: boolean(),
  product_title: nullable(string()),
  registration_open: boolean(),
  demo_accounts: optional(nullable(array(object({ username: string(), account_type: number() })))),
  demo_password: optional(nullable(string())),
  demo_invite: optional(nullable(string())),
});

export type Boot = Infer<typeof bootSchema>;

const DEFAULT_BOOT: Boot = { version: 'dev', demo: false, product_title: null, registration_open: true };

/** Falls back to defaults when the page was not served by the binary (its placeholder is still there). */
export function parseBoot(text: string | null | undefined): Boot {
  try {
    const parsed = bootSchema.safeParse(JSON.parse(text ?? ''));
    return parsed.success ? parsed.data : DEFAULT_BOOT;
  } catch {
    return DEFAULT_BOOT;
  }
}

export const boot: Boot = parseBoot(document.getElementById('boot')?.textContent);
