/** The webhooks of an account: its endpoints and the log of what they were told. Brings its own texts. */
import { lazy } from 'react';
import { loadMessages } from '@/lib/i18n/i18n';

export const WebhookSection = lazy(async () => {
  const [section] = await Promise.all([import('./webhook-section'), loadMessages('webhooks')]);
  return section;
});
