// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { callFor } from '@/lib/api/client';
import { ApiError, networkError } from '@/lib/api/envelope';
import { sendPart } from '@/lib/api/upload';
import { interruptedUpload } from './known-uploads';
import { uploadList } from './upload-list';

vi.mock('@/lib/api/client', () => ({ callFor: vi.fn() }));
vi.mock('@/lib/api/upload', () => ({ sendPart: vi.fn() }));
vi.mock('@/config/constants', async (original) => ({
  ...(await original<object>()),
  UPLOAD_PART_BYTES: 4,
}));

/** What the server has received; null if it does not know the upload. */
let received: string | null = null;
let begun = 0;
/** What the next parts meet. */
const faults: (Error | null)[] = [];

const file = new File(['0123456789'], 'one.csv', { lastModified: 7 });

function refused(code: number): ApiError {
  return new ApiError({ code, msg: '', data: null });
}

beforeEach(() => {
  localStorage.clear();
  [received, begun, faults.length] = [null, 0, 0];
  vi.mocked(callFor).mockImplementation((path: string) => {
    if (path === 'upload/begin') {
      [received, begun] = ['', begun + 1];
      return Promise.resolve({ id: begun, offset: 0 } as never);
    }
    if (received === null) return Promise.reject(refused(40400));
    if (path === 'upload/get') return Promise.resolve({ id: begun, offset: received.length } as never);
    return Promise.resolve({ id: 1 } as never);
  });
  vi.mocked(sendPart).mockImplementation(async ({ offset, content }) => {
    const fault = faults.shift();
    const text = await content.text();
    if (offset !== received?.length) throw new Error(`a part at ${offset} instead of ${received?.length}`);
    // A lost connection: a part of it has arrived.
    received += fault ? text.slice(0, 1) : text;
    if (fault) throw fault;
    return { offset: received?.length ?? 0 } as never;
  });
});

function upload(signal = new AbortController().signal, onWaiting = vi.fn()): Promise<unknown> {
  return uploadList({ file, kind: 'upload' }, { signal, onProgress: vi.fn(), onWaiting });
}

it('sends a file in parts and forgets it', async () => {
  await upload();
  expect(received).toBe('0123456789');
  expect(vi.mocked(callFor)).toHaveBeenLastCalledWith(
    'upload/finish',
    { id: 1, kind: 'upload', name: '' },
    expect.anything(),
  );
  expect(interruptedUpload('upload')).toBeNull();
});

it('continues where the connection was lost', async () => {
  vi.useFakeTimers();
  faults.push(null, networkError('lost'), refused(40900));
  const onWaiting = vi.fn();
  const done = upload(undefined, onWaiting);
  await vi.runAllTimersAsync();
  await done;
  vi.useRealTimers();
  expect(received).toBe('0123456789');
  expect(begun).toBe(1);
  expect(onWaiting.mock.calls.map(([waiting]) => waiting as boolean)).toContain(true);
});

it('goes on with the same file after an interruption', async () => {
  faults.push(null, refused(50008));
  await expect(upload()).rejects.toMatchObject({ code: 50008 });
  expect(interruptedUpload('upload')).toMatchObject({ name: 'one.csv' });
  expect(interruptedUpload('saved')).toBeNull();
  await upload();
  expect([received, begun]).toEqual(['0123456789', 1]);
});

it('begins again when the server does not know the upload any more', async () => {
  faults.push(null, refused(50008));
  await expect(upload()).rejects.toMatchObject({ code: 50008 });
  received = null;
  await upload();
  expect([received, begun]).toEqual(['0123456789', 2]);
});

it('removes an upload that is cancelled or refused', async () => {
  faults.push(refused(40000));
  await expect(upload()).rejects.toMatchObject({ code: 40000 });
  expect(vi.mocked(callFor)).toHaveBeenLastCalledWith('upload/remove', { id: 1 }, expect.anything());
  expect(interruptedUpload('upload')).toBeNull();
});

it.each([
  ['an internal error', 50000, 6],
  ['a conflict that lasts', 40900, 9],
])('gives up after several attempts at %s, and keeps what was sent', async (_, code, attempts) => {
  vi.useFakeTimers();
  faults.push(null);
  for (let fault = 0; fault < 50; fault += 1) faults.push(refused(code));
  vi.mocked(sendPart).mockClear();
  vi.mocked(sendPart).mockImplementation(({ content }) => {
    const fault = faults.shift();
    if (fault) return Promise.reject(fault);
    received += 'x'.repeat(content.size);
    return Promise.resolve({ offset: received?.length ?? 0 } as never);
  });
  const failure = upload().catch((reason: unknown) => reason);
  await vi.runAllTimersAsync();
  expect(await failure).toMatchObject({ code });
  vi.useRealTimers();
  expect(sendPart).toHaveBeenCalledTimes(1 + attempts);
  expect(interruptedUpload('upload')).toMatchObject({ name: 'one.csv' });
});
