/** A view of the registry, loaded when first shown. */
import { type ComponentType, lazy, type LazyExoticComponent, Suspense, useState } from 'react';
import { ErrorBoundary } from '@/components/page/error-boundary';
import { NewerVersionNeeded } from '@/components/page/newer-version-needed';
import { PageSkeleton } from '@/components/page/page-skeleton';
import { loadWithRetry } from '@/lib/load-with-retry';
import { loadedPage, loadPage, type PageLoader, pageRegistry } from './page-registry';

const lazyPages = new Map<string, LazyExoticComponent<ComponentType>>();

function lazyPage(view: string, load: PageLoader): LazyExoticComponent<ComponentType> {
  const known = lazyPages.get(view);
  if (known) return known;
  const page = lazy(async () => {
    try {
      return await loadWithRetry(() => loadPage(view, load));
    } catch (reason) {
      // Forget the failed load, so that a retry fetches again.
      lazyPages.delete(view);
      throw reason;
    }
  });
  lazyPages.set(view, page);
  return page;
}

export function Page({ view }: { view: string }) {
  const [attempt, setAttempt] = useState(0);
  const load = Object.hasOwn(pageRegistry, view) ? pageRegistry[view] : undefined;
  if (!load) return <NewerVersionNeeded view={view} />;
  const retry = (): void => setAttempt((count) => count + 1);
  return <Attempt key={`${view} ${attempt}`} view={view} load={load} onRetry={retry} />;
}

interface AttemptProps {
  view: string;
  load: PageLoader;
  onRetry: () => void;
}

function Attempt({ view, load, onRetry }: AttemptProps) {
  // Chosen once, and outside of what suspends: another component would lose the state of the page, or load again and again.
  const [Component] = useState(() => loadedPage(view) ?? lazyPage(view, load));
  return (
    <ErrorBoundary info={view} onRetry={onRetry}>
      <Suspense fallback={<PageSkeleton />}>
        <Component />
      </Suspense>
    </ErrorBoundary>
  );
}
