// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { lazyDialog } from './lazy-dialog';
import { Opener } from './test-opener';

afterEach(cleanup);

test('returns the focus to the menu button, even if the menu is gone before the dialog is loaded', async () => {
  let loaded = (): void => undefined;
  const Late = lazyDialog(
    'late',
    () =>
      new Promise<{ default: () => React.JSX.Element }>((resolve) => {
        loaded = () =>
          resolve({ default: () => <input aria-label="inside" ref={(field) => field?.focus()} /> });
      }),
    () => undefined,
  );
  const place = (menu: boolean, open: boolean) => (
    <>
      <Opener menu={menu} />
      {open ? <Late /> : null}
    </>
  );
  const { rerender } = render(place(true, false));
  act(() => screen.getByRole('button', { name: 'entry' }).focus());
  rerender(place(false, true));
  expect(document.activeElement).toBe(document.body);
  await act(async () => loaded());
  expect(document.activeElement).toBe(await screen.findByLabelText('inside'));
  rerender(place(false, false));
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByText('opener')));
});
