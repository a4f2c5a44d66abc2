import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ConsoleQueryClient } from './query-client';

/** A query whose answers are given by the test. */
function asked(queryClient: ConsoleQueryClient) {
  const answers: ((answer: string) => void)[] = [];
  const observer = new QueryObserver<string>(queryClient, {
    queryKey: ['preview', 'form'],
    queryFn: () => new Promise((resolve) => answers.push(resolve)),
  });
  onTestFinished(observer.subscribe(() => {}));
  return { answers, shown: () => observer.getCurrentResult().data };
}

describe('what is outdated while its first answer is on its way', () => {
  test('is asked for again after that answer', async () => {
    const queryClient = new ConsoleQueryClient();
    const { answers, shown } = asked(queryClient);
    const done = queryClient.invalidateQueries({ queryKey: ['preview'] });
    answers[0]?.('before');
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.('after');
    await done;
    expect(shown()).toBe('after');
  });

  test('is asked for once more, however often it changed', async () => {
    const queryClient = new ConsoleQueryClient();
    const { answers, shown } = asked(queryClient);
    const done = Promise.all(
      ['first', 'second', 'third'].map(() => queryClient.invalidateQueries({ queryKey: ['preview'] })),
    );
    answers[0]?.('before');
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.('after');
    await done;
    expect(shown()).toBe('after');
    expect(answers).toHaveLength(2);
  });

  test('is left alone by who only asks now and then', async () => {
    const queryClient = new ConsoleQueryClient();
    const { answers, shown } = asked(queryClient);
    const done = queryClient.invalidateQueries({ queryKey: ['preview'] }, { cancelRefetch: false });
    answers[0]?.('before');
    await done;
    expect(shown()).toBe('before');
    expect(answers).toHaveLength(1);
  });
});

test('an answer that is there already is asked for again at once', async () => {
  const queryClient = new ConsoleQueryClient();
  const { answers, shown } = asked(queryClient);
  answers[0]?.('before');
  await expect.poll(shown).toBe('before');
  const done = queryClient.invalidateQueries({ queryKey: ['preview'] });
  expect(answers).toHaveLength(2);
  answers[1]?.('after');
  await done;
  expect(shown()).toBe('after');
});
