/**
 * A part of a page, or a dialog over it, that is loaded when first shown. If it cannot be loaded or fails, only
 * this part shows an error: the rest of the screen stays as it is.
 */
import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useState,
} from 'react';
import { loadWithRetry } from '@/lib/load-with-retry';
import { ErrorBoundary } from './error-boundary';

interface Looks<Props> {
  /** Shown while the part is loaded. Nothing if absent. */
  loading?: (props: Props) => ReactNode;
  /** Shown instead of a part that failed. The default says so and offers a retry. */
  failed?: (props: Props, error: Error, retry: () => void) => ReactNode;
}

/** `info` names the part in the error log. */
export function lazyPart<Props extends object>(
  info: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
  { loading, failed }: Looks<Props> = {},
): ComponentType<Props> & { preload: () => void } {
  let ready: ComponentType<Props> | null = null;
  let current: LazyExoticComponent<ComponentType<Props>> | null = null;
  function part(): LazyExoticComponent<ComponentType<Props>> {
    current ??= lazy(async () => {
      try {
        const module = await loadWithRetry(load);
        ready = module.default;
        return module;
      } catch (reason) {
        // Forget the failed load, so that the next attempt fetches again.
        current = null;
        throw reason;
      }
    });
    return current;
  }

  /** A failure does not matter: what is missing is loaded when it is shown. */
  function preload(): void {
    load().then(
      (module) => {
        ready = module.default;
      },
      () => undefined,
    );
  }

  function LazyPart(props: Props) {
    const [attempt, setAttempt] = useState(0);
    const retry = useCallback(() => setAttempt((count) => count + 1), []);
    return <Attempt key={attempt} props={props} retry={retry} />;
  }

  function Attempt({ props, retry }: { props: Props; retry: () => void }) {
    // Chosen once, and outside of what suspends: another component would lose the state of the part, or load again and again.
    const [Component] = useState<ComponentType<Props>>(() => ready ?? (part() as ComponentType<Props>));
    return (
      <ErrorBoundary
        part
        info={info}
        onRetry={retry}
        {...(failed ? { failed: (error: Error) => failed(props, error, retry) } : {})}
      >
        <Suspense fallback={loading?.(props) ?? null}>
          <Component {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  }

  return Object.assign(LazyPart, { preload });
}
