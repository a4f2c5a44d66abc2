import { useEffect, useState } from 'react';

/** The focused element, or the menu button if the focus was in a menu, whose items are gone after closing. */
function openerOf(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role="menu"]');
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

/**
 * Returns the focus to the element that opened the dialog when it unmounts. Otherwise keyboard users would
 * start over at the top of the page. Mantine does this only for dialogs that stay mounted.
 */
export function useReturnFocus(): void {
  const [opener] = useState(() => openerOf(document.activeElement));
  useEffect(
    () => () => {
      // After the dialog has left the page. If the focus has moved elsewhere, it stays there.
      setTimeout(() => {
        if (document.activeElement === document.body) opener?.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}
