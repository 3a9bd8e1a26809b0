import { type Api, type ApiKey, type CallInput, errorBody, fillPath } from '@northlight/contract';
import { localState } from '../local-state/index.ts';
import { ApiError } from './api-error.ts';
import { saveBlob } from '../save-blob.ts';
import { loadOperation } from './operations.ts';

/** Calls an operation and saves its response as a file. */
export async function saveFile<K extends ApiKey>(
  key: K,
  input: CallInput<Api[K]>,
  name: string,
): Promise<void> {
  const { path } = await loadOperation(key);
  const { params, query = {} } = input as {
    params?: Record<string, unknown>;
    query?: Record<string, string | undefined>;
  };
  const wanted = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const search = new URLSearchParams(wanted).toString();
  const token = localState.token();
  const answer = await fetch(fillPath(path, params) + (search && `?${search}`), {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    credentials: token === undefined ? 'same-origin' : 'omit',
  }).catch(() => {
    throw ApiError.unreachable();
  });
  if (!answer.ok) {
    const refusal = errorBody.safeParse(await answer.json().catch(() => undefined));
    throw refusal.success ? new ApiError(answer.status, refusal.data) : ApiError.unreadable(answer.status);
  }
  saveBlob(name, await answer.blob());
}
