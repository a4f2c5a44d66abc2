/** The webhooks of an account: endpoints and delivery log. Loads its own messages. */
import { lazyPart } from '@/components/page/lazy-part';
import { PageSkeleton } from '@/components/page/page-skeleton';
import { loadMessages } from '@/lib/i18n/i18n';

export const WebhookSection = lazyPart(
  'webhooks',
  async () => {
    const [section] = await Promise.all([import('./webhook-section'), loadMessages('webhooks')]);
    return section;
  },
  { loading: () => <PageSkeleton /> },
);
