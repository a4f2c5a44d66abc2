import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BrowserRouter } from 'react-router';
import { QUERY_STALE_MS } from '@/config/constants';
import { ConfirmHost } from '@/components/confirm/confirm-host';
import { ErrorBoundary } from '@/components/page/error-boundary';
import { onLeave } from '@/lib/session/session';
import { Guard } from './guard';
import { ThemeProvider } from './theme-provider';

const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: QUERY_STALE_MS, retry: false, refetchOnWindowFocus: false },
  },
});

// What one account was shown is not for the next one.
onLeave(() => queryClient.clear());

export function App() {
  const { t } = useTranslation();
  return (
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <Notifications position="top-center" limit={4} zIndex={1000} aria-label={t('shell.messages')} />
        <ErrorBoundary info="app">
          <BrowserRouter>
            <Guard />
          </BrowserRouter>
          <ConfirmHost />
        </ErrorBoundary>
      </QueryClientProvider>
    </ThemeProvider>
  );
}
