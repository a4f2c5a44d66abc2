/** Uploads a file in parts and makes a list of it. A lost connection only delays it. */
import { UPLOAD_FINISH_TIMEOUT_MS, UPLOAD_PART_BYTES } from '@/config/constants';
import { callFor } from '@/lib/api/client';
import { ApiError } from '@/lib/api/envelope';
import { sendPart } from '@/lib/api/upload';
import type { ListKind, ListView } from '@/lib/screening/list-types';
import { forgetUpload, knownUpload, type KnownUpload, noteUpload, stopUpload } from './known-uploads';

interface Request {
  file: File;
  kind: ListKind;
  name?: string;
}

interface Options {
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
  /** Whether the connection is lost at the moment. */
  onWaiting: (waiting: boolean) => void;
}

const CONFLICT_CODE = 40900;
const BUSY_CODE = 42900;
const FAILED_CODE = 50000;
const MISSING_CODE = 40400;
const LONGEST_PAUSE_MS = 30_000;
/** How often a refusal is repeated that may last. A lost connection and a busy server are waited for. */
const REPEATS: Readonly<Record<number, number>> = { [CONFLICT_CODE]: 8, [FAILED_CODE]: 5 };

/** Goes on with an earlier upload of the same file, if there is one. */
export async function uploadList({ file, kind, name }: Request, options: Options): Promise<ListView> {
  const { signal, onProgress, onWaiting } = options;
  const retried = <Answer>(action: () => Promise<Answer>): Promise<Answer> =>
    untilAnswered(action, signal, onWaiting);
  const upload = await retried(() => find(file, kind, signal));
  let { offset } = upload;
  try {
    while (offset < file.size) {
      const start = offset;
      // Parts follow each other.
      // oxlint-disable-next-line no-await-in-loop
      offset = await retried(() => sendNext(upload.id, file, signal, (sent) => onProgress(sent / file.size)));
      if (offset > start) noteUpload(upload);
    }
    onProgress(1);
    const list = await retried(() =>
      callFor(
        'upload/finish',
        { id: upload.id, kind, name: name ?? '' },
        { signal, silent: true, timeoutMs: UPLOAD_FINISH_TIMEOUT_MS },
      ),
    );
    forgetUpload(upload.id);
    return list;
  } catch (reason) {
    if (isFinal(reason) || signal.aborted) {
      forgetUpload(upload.id);
      void callFor('upload/remove', { id: upload.id }, { silent: true }).catch(() => undefined);
    } else stopUpload(upload.id);
    throw reason;
  }
}

/** The earlier upload of the same file, or a new one. */
async function find(
  file: File,
  kind: ListKind,
  signal: AbortSignal,
): Promise<KnownUpload & { offset: number }> {
  const known = knownUpload(file, kind);
  if (known) {
    const offset = await offsetOf(known.id, signal);
    if (offset !== null) {
      noteUpload(known);
      return { ...known, offset };
    }
    forgetUpload(known.id);
  }
  const begun = await callFor(
    'upload/begin',
    { name: file.name, bytes: file.size },
    { signal, silent: true },
  );
  const upload = { id: begun.id, kind, name: file.name, size: file.size, modified: file.lastModified };
  noteUpload(upload);
  return { ...upload, offset: begun.offset };
}

/** How much of an upload the server has; null if it does not know the upload any more. */
export async function offsetOf(id: number, signal?: AbortSignal): Promise<number | null> {
  try {
    const options = signal ? { signal, silent: true } : { silent: true };
    return (await callFor('upload/get', { id }, options)).offset;
  } catch (reason) {
    if (reason instanceof ApiError && reason.code === MISSING_CODE) return null;
    throw reason;
  }
}

/** Sends the part that the server waits for, and returns where the next one begins. */
async function sendNext(
  id: number,
  file: File,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<number> {
  // Asked before each part: an interrupted one counts as far as it was received.
  const { offset } = await callFor('upload/get', { id }, { signal, silent: true });
  if (offset >= file.size) return offset;
  const content = file.slice(offset, offset + UPLOAD_PART_BYTES);
  onProgress(offset);
  const part = { id, offset, content };
  const next = await sendPart(part, { signal, onProgress: (sent) => onProgress(offset + sent) });
  return next.offset;
}

/** Repeats an action with growing pauses while the server cannot be reached or is busy. */
async function untilAnswered<Answer>(
  action: () => Promise<Answer>,
  signal: AbortSignal,
  onWaiting: (waiting: boolean) => void,
): Promise<Answer> {
  const refusals = new Map<number, number>();
  for (let attempt = 0; ; attempt += 1) {
    try {
      // Attempts have to run one after the other.
      // oxlint-disable-next-line no-await-in-loop
      const answer = await action();
      onWaiting(false);
      return answer;
    } catch (reason) {
      if (signal.aborted || !(reason instanceof ApiError) || !mayRepeat(reason)) throw reason;
      const refused = (refusals.get(reason.code) ?? 0) + 1;
      refusals.set(reason.code, refused);
      if (!reason.isNetwork && refused > (REPEATS[reason.code] ?? Infinity)) throw reason;
      onWaiting(true);
      // oxlint-disable-next-line no-await-in-loop
      await pause(Math.min(1000 * 2 ** attempt, LONGEST_PAUSE_MS), signal);
    }
  }
}

function mayRepeat(error: ApiError): boolean {
  return error.isNetwork || [CONFLICT_CODE, BUSY_CODE, FAILED_CODE].includes(error.code);
}

/** Whether the server refuses the file. An ended session or an upload in another window only interrupt it. */
function isFinal(reason: unknown): boolean {
  if (!(reason instanceof ApiError) || mayRepeat(reason)) return false;
  return reason.code >= 40000 && reason.code < FAILED_CODE;
}

/** Waits, but no longer than until the browser is online again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      if (signal.aborted) reject(new DOMException('cancelled', 'AbortError'));
      else resolve();
    }
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
