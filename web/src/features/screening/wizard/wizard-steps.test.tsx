// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { WizardSteps } from './wizard-steps';

afterEach(cleanup);

test('goes to earlier steps, but not to the current one', () => {
  const onGo = vi.fn();
  render(<WizardSteps step="start" reachable={['source', 'analyse', 'start']} onGo={onGo} />);
  const [, analyse, start] = screen.getAllByRole('button');
  fireEvent.click(start!);
  expect(onGo).not.toHaveBeenCalled();
  fireEvent.click(analyse!);
  expect(onGo).toHaveBeenCalledWith('analyse');
});
