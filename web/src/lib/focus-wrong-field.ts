/** After a submit, moves the focus to the first field of the form that is marked as wrong, by the page or by the server. */

const MARKED = '[aria-invalid="true"], .mantine-InputWrapper-error';
const FIELD = 'input, select, textarea, button';
/** Whoever does one of these is busy elsewhere. */
const ACTIONS = ['input', 'pointerdown', 'keydown'] as const;

/** Follows all forms of the document. Returns a function that stops. */
export function watchForms(): () => void {
  let stop = (): void => undefined;
  const follow = ({ target }: Event): void => {
    stop();
    if (target instanceof HTMLFormElement) stop = focusWhenMarked(target);
  };
  document.addEventListener('submit', follow, true);
  return () => {
    stop();
    document.removeEventListener('submit', follow, true);
  };
}

function focusWhenMarked(form: HTMLFormElement): () => void {
  const look = (): void => {
    const field = firstWrongField(form);
    if (!field) return;
    stop();
    field.focus();
  };
  const observer = new MutationObserver(look);
  observer.observe(form, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] });
  // Marks that stay as they are change nothing in the document.
  const timer = setTimeout(look);
  function stop(): void {
    clearTimeout(timer);
    observer.disconnect();
    for (const action of ACTIONS) document.removeEventListener(action, stop, true);
  }
  for (const action of ACTIONS) document.addEventListener(action, stop, true);
  return stop;
}

/** Groups of radio buttons and checkboxes are marked by their error alone. */
function firstWrongField(form: HTMLFormElement): HTMLElement | undefined {
  return (
    [...form.querySelectorAll<HTMLElement>(MARKED)]
      .map((mark) =>
        mark.matches('[aria-invalid]')
          ? mark
          : mark.closest('.mantine-InputWrapper-root')?.querySelector<HTMLElement>(FIELD),
      )
      .find((field) => field?.checkVisibility()) ?? undefined
  );
}
