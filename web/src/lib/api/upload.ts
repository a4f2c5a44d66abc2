/** Sends a part of an upload. The only call whose body is not JSON, and the only one that reports progress. */
import { API_BASE, SUCCESS_CODES } from '@/config/constants';
import { readToken } from '@/lib/session/token';
import { type CallData, callHeaders, report } from './client';
import { ApiError, networkError, readEnvelope } from './envelope';

interface Part {
  /** The upload. */
  id: number;
  /** Where the part begins in the file. */
  offset: number;
  content: Blob;
}

interface Options {
  signal: AbortSignal;
  /** Bytes of the part that were sent. */
  onProgress: (bytes: number) => void;
}

/** The caller shows the error itself. Session errors are still reported. */
export async function sendPart(part: Part, options: Options): Promise<CallData<'upload/append'>> {
  const token = readToken();
  try {
    const response = await post(part, token, options);
    const envelope = await readEnvelope<CallData<'upload/append'>>(response);
    if (SUCCESS_CODES.includes(envelope.code)) return envelope.data;
    throw new ApiError(envelope);
  } catch (reason) {
    if (options.signal.aborted) throw reason;
    const error = reason instanceof ApiError ? reason : networkError(reason);
    report(error, token, true);
    throw error;
  }
}

/** Uses XMLHttpRequest because fetch does not report upload progress. */
function post(
  { id, offset, content }: Part,
  token: string | null,
  { signal, onProgress }: Options,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${API_BASE}/upload/append?id=${id}&offset=${offset}`);
    for (const [name, value] of Object.entries(callHeaders(token))) request.setRequestHeader(name, value);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () => {
      resolve(new Response(request.responseText, { status: request.status }));
    });
    for (const event of ['error', 'abort', 'timeout']) {
      request.addEventListener(event, () => reject(new Error(event)));
    }
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(content);
  });
}
