/** A page that puts its own address in order. */
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Replaces the query of the page's address. Pages are rendered a little after the address has changed: by then
 * somebody may have gone on to another page, which must not be taken from them.
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
