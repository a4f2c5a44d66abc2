// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useFocusHeading } from './use-focus-heading';

function Steps({ step, shown = true }: { step: string; shown?: boolean }) {
  const place = useFocusHeading(step, shown);
  return <div ref={place}>{shown ? <h2>{step}</h2> : null}</div>;
}

afterEach(cleanup);

const focused = () => document.activeElement?.textContent;

it('leaves the focus alone at first', () => {
  render(<Steps step="one" />);
  expect(document.activeElement).toBe(document.body);
});

it('moves the focus to the heading of the next step', () => {
  const { rerender } = render(<Steps step="one" />);
  rerender(<Steps step="two" />);
  expect(focused()).toBe('two');
  expect(screen.getByRole('heading').tabIndex).toBe(-1);
});

it('waits until the step is shown', () => {
  const { rerender } = render(<Steps step="one" />);
  rerender(<Steps step="two" shown={false} />);
  expect(document.activeElement).toBe(document.body);
  rerender(<Steps step="two" />);
  expect(focused()).toBe('two');
});
