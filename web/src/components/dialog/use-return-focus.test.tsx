// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Opener } from './test-opener';
import { useReturnFocus } from './use-return-focus';

function Opened() {
  useReturnFocus();
  return <input aria-label="inside" ref={(field) => field?.focus()} />;
}

function Place({ open, menu }: { open: boolean; menu: boolean }) {
  return (
    <>
      <Opener menu={menu} />
      <button>elsewhere</button>
      {open ? <Opened /> : null}
    </>
  );
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const focus = (name: string): void => act(() => screen.getByRole('button', { name }).focus());

test('returns the focus to the element that opened it', () => {
  const { rerender } = render(<Place open={false} menu={false} />);
  focus('opener');
  rerender(<Place open menu={false} />);
  expect(document.activeElement).toBe(screen.getByLabelText('inside'));
  rerender(<Place open={false} menu={false} />);
  vi.runAllTimers();
  expect(document.activeElement).toBe(screen.getByText('opener'));
});

test('returns the focus to the menu button if opened from a menu', () => {
  const { rerender } = render(<Place open={false} menu />);
  focus('entry');
  rerender(<Place open menu={false} />);
  rerender(<Place open={false} menu={false} />);
  vi.runAllTimers();
  expect(document.activeElement).toBe(screen.getByText('opener'));
});

test('does not move a focus that is already elsewhere', () => {
  const { rerender } = render(<Place open={false} menu={false} />);
  focus('opener');
  rerender(<Place open menu={false} />);
  rerender(<Place open={false} menu={false} />);
  focus('elsewhere');
  vi.runAllTimers();
  expect(document.activeElement).toBe(screen.getByText('elsewhere'));
});
