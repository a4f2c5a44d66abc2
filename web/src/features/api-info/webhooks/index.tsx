/** The webhooks of an account: endpoints and delivery log. */
import { lazyPart } from '@/components/page/lazy-part';
import { PageSkeleton } from '@/components/page/page-skeleton';

export const WebhookSection = lazyPart('webhooks', () => import('./webhook-section'), {
  loading: () => <PageSkeleton />,
});
