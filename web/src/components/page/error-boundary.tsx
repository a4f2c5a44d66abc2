/** Limits a rendering error to its part of the screen and logs it. */
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChunkLoadError } from '@/lib/load-with-retry';
import { useErrorLog } from '@/lib/stores/error-log-store';
import { ErrorState } from './error-state';

interface Props {
  /** Name of this boundary in the error log. */
  info: string;
  children: ReactNode;
  onRetry?: () => void;
}

interface State {
  error: Error | null;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidCatch(error: Error, _info: ErrorInfo): void {
    useErrorLog.getState().add(error, this.props.info);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return <Failure error={error} onRetry={this.props.onRetry ?? (() => window.location.reload())} />;
  }
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  const notLoaded = error instanceof ChunkLoadError;
  return (
    <ErrorState
      message={notLoaded ? t('errors.page_not_loaded') : t('errors.page_failed')}
      onRetry={onRetry}
    />
  );
}
