import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { describe, expect, onTestFinished, test } from 'vitest';
import { notificationsStore } from '@mantine/notifications';
import { SESSION_CODES } from '@/config/constants';
import { ApiError } from '@/lib/api/envelope';
import { ConsoleQueryClient, reportingMutations, reportingQueries } from './query-client';

/** A query whose responses the test controls. */
function asked(queryClient: ConsoleQueryClient) {
  const answers: ((answer: string) => void)[] = [];
  const observer = new QueryObserver<string>(queryClient, {
    queryKey: ['preview', 'form'],
    queryFn: () => new Promise((resolve) => answers.push(resolve)),
  });
  onTestFinished(observer.subscribe(() => {}));
  return { answers, shown: () => observer.getCurrentResult().data };
}

describe('query invalidated while its first fetch is pending', () => {
  test('is refetched after the pending fetch', async () => {
    const queryClient = new ConsoleQueryClient();
    const { answers, shown } = asked(queryClient);
    const done = queryClient.invalidateQueries({ queryKey: ['preview'] });
    answers[0]?.('before');
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.('after');
    await done;
    expect(shown()).toBe('after');
  });

  test('is refetched once, however often it was invalidated', async () => {
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

  test('is not refetched with cancelRefetch: false', async () => {
    const queryClient = new ConsoleQueryClient();
    const { answers, shown } = asked(queryClient);
    const done = queryClient.invalidateQueries({ queryKey: ['preview'] }, { cancelRefetch: false });
    answers[0]?.('before');
    await done;
    expect(shown()).toBe('before');
    expect(answers).toHaveLength(1);
  });
});

test('a query with data is refetched immediately', async () => {
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

describe('failed mutations', () => {
  const fail = async (message: string, meta: { quiet?: boolean }) => {
    const queryClient = new ConsoleQueryClient({ mutationCache: reportingMutations() });
    const mutationFn = () => Promise.reject(new Error(message));
    await new MutationObserver(queryClient, { mutationFn, meta }).mutate().catch(() => undefined);
    return notificationsStore.getState().notifications.map((shown) => shown.message);
  };

  test('are shown once, unless the mutation does so itself', async () => {
    expect(await fail('no more room', {})).toContain('no more room');
    expect(await fail('wrong field', { quiet: true })).not.toContain('wrong field');
  });
});

describe('failed queries', () => {
  /** Answers with these outcomes, one after the other, and returns how many messages there are after each. */
  async function messagesAfter(outcomes: readonly (Error | string)[]): Promise<number[]> {
    const queryClient = new ConsoleQueryClient({
      queryCache: reportingQueries(),
      defaultOptions: { queries: { retry: false } },
    });
    let shown = 0;
    onTestFinished(
      notificationsStore.subscribe(({ notifications, queue }) => {
        const [last] = notifications.length + queue.length > 0 ? [...notifications, ...queue] : [];
        if (last === undefined) return;
        shown += 1;
        notificationsStore.setState({ ...notificationsStore.getState(), notifications: [], queue: [] });
      }),
    );
    notificationsStore.setState({ ...notificationsStore.getState(), notifications: [], queue: [] });
    const counts: number[] = [];
    for (const outcome of outcomes) {
      // oxlint-disable-next-line no-await-in-loop
      await queryClient
        .fetchQuery({
          queryKey: ['figures'],
          queryFn: () => (typeof outcome === 'string' ? outcome : Promise.reject(outcome)),
        })
        .catch(() => undefined);
      counts.push(shown);
    }
    return counts;
  }
  const lost = new Error('lost');

  test('are left to the page if it has nothing to show', async () => {
    expect(await messagesAfter([lost])).toEqual([0]);
  });

  test('are said once while data is on the screen, and again after a success', async () => {
    expect(await messagesAfter(['data', lost, lost, 'data', lost])).toEqual([0, 1, 1, 1, 2]);
  });

  test('of an ended session are left to the shell', async () => {
    const [code = 401] = SESSION_CODES;
    expect(await messagesAfter(['data', new ApiError({ code, msg: 'gone', data: null })])).toEqual([0, 0]);
  });
});
