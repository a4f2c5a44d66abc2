/** Limits a rendering error to its part of the screen and logs it. */
import { Component, type ErrorInfo, type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ChunkLoadError } from '@/lib/load-with-retry';
import { useErrorLog } from '@/lib/stores/error-log-store';
import { ErrorState } from './error-state';

interface Props {
  /** Name of this boundary in the error log. */
  info: string;
  children: ReactNode;
  onRetry?: () => void;
  /** The boundary is around a part of a page, not the page. */
  part?: boolean;
  /** Shown instead of the default message. */
  failed?: (error: Error) => ReactNode;
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
    if (this.props.failed) return this.props.failed(error);
    return (
      <Failure
        error={error}
        part={this.props.part ?? false}
        onRetry={this.props.onRetry ?? (() => window.location.reload())}
      />
    );
  }
}

function Failure({ error, part, onRetry }: { error: Error; part: boolean; onRetry: () => void }) {
  const { t } = useTranslation();
  const notLoaded = error instanceof ChunkLoadError;
  const retryOnline = useEffectEvent(onRetry);
  useEffect(() => {
    if (!notLoaded) return undefined;
    const retry = (): void => retryOnline();
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [notLoaded]);
  const message = part
    ? t(notLoaded ? 'errors.part_not_loaded' : 'errors.part_failed')
    : t(notLoaded ? 'errors.page_not_loaded' : 'errors.page_failed');
  return <ErrorState message={message} onRetry={onRetry} />;
}
