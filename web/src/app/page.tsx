/** A view of the registry, loaded when first shown. */
import { type ComponentType, lazy, type LazyExoticComponent, Suspense, useState } from 'react';
import { ErrorBoundary } from '@/components/page/error-boundary';
import { NewerVersionNeeded } from '@/components/page/newer-version-needed';
import { PageSkeleton } from '@/components/page/page-skeleton';
import { loadWithRetry } from '@/lib/load-with-retry';
import { type PageLoader, pageRegistry } from './page-registry';

const loaded = new Map<string, LazyExoticComponent<ComponentType>>();

function lazyPage(view: string, load: PageLoader): LazyExoticComponent<ComponentType> {
  const known = loaded.get(view);
  if (known) return known;
  const page = lazy(async () => {
    try {
      return await loadWithRetry(load);
    } catch (reason) {
      // Forget the failed load, so that a retry fetches again.
      loaded.delete(view);
      throw reason;
    }
  });
  loaded.set(view, page);
  return page;
}

export function Page({ view }: { view: string }) {
  const [attempt, setAttempt] = useState(0);
  const load = Object.hasOwn(pageRegistry, view) ? pageRegistry[view] : undefined;
  if (!load) return <NewerVersionNeeded view={view} />;
  const Component = lazyPage(view, load);
  return (
    <ErrorBoundary key={attempt} info={view} onRetry={() => setAttempt((count) => count + 1)}>
      <Suspense fallback={<PageSkeleton />}>
        {/* The component is created once per view and cached. */}
        {/* oxlint-disable-next-line react/static-components */}
        <Component />
      </Suspense>
    </ErrorBoundary>
  );
}
