// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { watchForms } from './focus-wrong-field';

const field = (name: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[name="${name}"]`);
  if (!found) throw new Error(`no field ${name}`);
  return found;
};
const mark = (name: string): void => field(name).setAttribute('aria-invalid', 'true');
const focused = (): string | null | undefined => document.activeElement?.getAttribute('name');

function submit(): void {
  document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
}

beforeEach(() => {
  document.body.innerHTML = `<input name="outside" aria-invalid="true"><form>
    <input name="first"><input name="second">
    <div class="mantine-InputWrapper-root"><input type="radio" name="third"></div>
    <button name="save">Save</button></form>`;
  onTestFinished(watchForms());
  // Test files share the document.
  onTestFinished(() => document.body.replaceChildren());
  field('save').focus();
});

describe('the focus after a submit', () => {
  it('goes to the first field that the page marks', async () => {
    document.querySelector('form')?.addEventListener('submit', () => {
      mark('second');
      mark('first');
    });
    submit();
    await expect.poll(focused).toBe('first');
  });

  it('goes to a field that was marked before', async () => {
    mark('second');
    submit();
    await expect.poll(focused).toBe('second');
  });

  it('goes to a field that the server refuses later', async () => {
    submit();
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    expect(focused()).toBe('save');
    mark('second');
    await expect.poll(focused).toBe('second');
  });

  it('goes to the first choice of a group that has an error', async () => {
    submit();
    const error = document.createElement('p');
    error.className = 'mantine-InputWrapper-error';
    document.querySelector('.mantine-InputWrapper-root')?.append(error);
    await expect.poll(focused).toBe('third');
  });

  it('stays with who goes on to work', async () => {
    submit();
    field('first').focus();
    field('first').dispatchEvent(new Event('input', { bubbles: true }));
    mark('second');
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    expect(focused()).toBe('first');
  });
});
