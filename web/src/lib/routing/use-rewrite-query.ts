/** Lets a page change its own query string. */
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Replaces the query string of the page. Pages render slightly after the address changes. If the user has
 * moved on to another page by then, nothing happens.
 */
export function useRewriteQuery(): (query: URLSearchParams | string) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return useCallback(
    (query) => {
      const text = query.toString();
      const wanted = text ? `?${text}` : '';
      if (wanted === search || window.location.pathname !== pathname) return;
      void navigate(pathname + wanted, { replace: true });
    },
    [navigate, pathname, search],
  );
}
