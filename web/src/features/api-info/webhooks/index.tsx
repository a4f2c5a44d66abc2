/** The webhooks of an account: endpoints and delivery log. Loads its own messages. */
import { lazy } from 'react';
import { loadMessages } from '@/lib/i18n/i18n';

export const WebhookSection = lazy(async () => {
  const [section] = await Promise.all([import('./webhook-section'), loadMessages('webhooks')]);
  return section;
});
