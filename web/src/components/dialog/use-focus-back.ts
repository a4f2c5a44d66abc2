import { useEffect, useState } from 'react';

/** What opened it: what was focused, or, for an entry of a menu, which is gone by then, the button of that menu. */
function openerOf(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role="menu"]');
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

/**
 * What is made when it opens and gone when it closes gives the focus back to what opened it; else people without a
 * pointer would begin anew at the top of the page. The library's own dialogs do so only if they stay and are hidden.
 */
export function useFocusBack(): void {
  const [opener] = useState(() => openerOf(document.activeElement));
  useEffect(
    () => () => {
      // Once it has left the page; who has put the focus elsewhere meanwhile keeps it there.
      setTimeout(() => {
        if (document.activeElement === document.body) opener?.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}
