import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { askAnew } from './ask-anew';

test('a first answer that was asked for earlier does not count', async () => {
  const queryClient = new QueryClient();
  const answers: ((answer: string) => void)[] = [];
  const observer = new QueryObserver<string>(queryClient, {
    queryKey: ['preview', 'form'],
    queryFn: () => new Promise((resolve) => answers.push(resolve)),
  });
  const stop = observer.subscribe(() => {});
  const asking = askAnew(queryClient, ['preview']);
  answers[0]?.('before');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.('after');
  await asking;
  expect(observer.getCurrentResult().data).toBe('after');
  stop();
});
