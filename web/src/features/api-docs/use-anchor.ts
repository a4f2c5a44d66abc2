import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Scrolls to the anchor in the URL once the content exists. Returning to the tab does not scroll again. */
export function useAnchor(ready: boolean): string {
  const { hash } = useLocation();
  const shown = useRef('');
  const id = decoded(hash.slice(1));
  useEffect(() => {
    if (!ready || shown.current === hash) return;
    shown.current = hash;
    document.getElementById(id)?.scrollIntoView();
  }, [ready, hash, id]);
  return id;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
