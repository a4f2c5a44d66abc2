import { BrowserRouter } from 'react-router';
import { ConfirmHost } from '@/components/confirm/confirm-host';
import { ErrorBoundary } from '@/components/page/error-boundary';
import { Guard } from './guard';
import { ThemeProvider } from './theme-provider';
import { Toaster } from './toaster';

export function App() {
  return (
    <ThemeProvider>
      <Toaster />
      <ErrorBoundary info="app">
        <BrowserRouter>
          <Guard />
        </BrowserRouter>
        <ConfirmHost />
      </ErrorBoundary>
    </ThemeProvider>
  );
}
