import { Code, Skeleton } from '@mantine/core';
import { lazyPart } from '@/components/page/lazy-part';

/** Loaded on demand. If that fails, the text is shown instead, so that nobody is stuck without the picture. */
export const QrCode = lazyPart<{ text: string; label: string }>('QR code', () => import('./qr-code'), {
  loading: () => <Skeleton height={192} width={192} />,
  failed: ({ text }) => <Code style={{ overflowWrap: 'anywhere' }}>{text}</Code>,
});
