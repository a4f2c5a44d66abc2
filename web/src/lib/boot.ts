/** Boot data that the server embeds in index.html. */
import { array, boolean, nullable, number, object, optional, string, type infer as Infer } from 'zod/mini';

const bootSchema = object({
  version: string(),
  demo: boolean(),
  product_title: nullable(string()),
  /** An image as a `data:` URL. */
  product_logo: optional(nullable(string())),
  /** Whom people ask who cannot log in. */
  operator_contact: optional(nullable(string())),
  /** Whether owners may share results by a link. */
  share_results: optional(boolean()),
  registration_open: boolean(),
  demo_accounts: optional(nullable(array(object({ username: string(), account_type: number() })))),
  demo_password: optional(nullable(string())),
  demo_invite: optional(nullable(string())),
});

export type Boot = Infer<typeof bootSchema>;

const DEFAULT_BOOT: Boot = { version: 'dev', demo: false, product_title: null, registration_open: true };

/** Falls back to defaults if the page was not served by the binary and still contains the placeholder. */
export function parseBoot(text: string | null | undefined): Boot {
  try {
    const parsed = bootSchema.safeParse(JSON.parse(text ?? ''));
    return parsed.success ? parsed.data : DEFAULT_BOOT;
  } catch {
    return DEFAULT_BOOT;
  }
}

export const boot: Boot = parseBoot(document.getElementById('boot')?.textContent);
