/** Uploads a file. The only call whose body is not JSON, and the only one that reports progress. */
import { API_BASE } from '@/config/constants';
import { readToken } from '@/lib/session/token';
import { SUCCESS_CODES } from '@/config/constants';
import { type CallData, type CallPath, callHeaders, report } from './client';
import { ApiError, networkError, readEnvelope } from './envelope';

interface Options {
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
}

/** The caller shows the error itself. Session errors are still reported. */
export async function upload<Call extends CallPath>(
  path: Call,
  form: FormData,
  options: Options,
): Promise<CallData<Call>> {
  const token = readToken();
  try {
    const envelope = await readEnvelope<CallData<Call>>(await post(path, form, token, options));
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
  path: string,
  form: FormData,
  token: string | null,
  { signal, onProgress }: Options,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${API_BASE}/${path}`);
    for (const [name, value] of Object.entries(callHeaders(token))) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener('load', () => {
      resolve(new Response(request.responseText, { status: request.status }));
    });
    for (const event of ['error', 'abort', 'timeout']) {
      request.addEventListener(event, () => reject(new Error(event)));
    }
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
