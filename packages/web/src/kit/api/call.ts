import {
  type Api,
  type ApiKey,
  type CallInput,
  type CallResult,
  errorBody,
  fillPath,
} from '@northlight/contract';
import { localState } from '../local-state/index.ts';
import { ApiError } from './api-error.ts';
import { loadOperation } from './operations.ts';

/**
 * Options of a call in addition to its typed input: a file to upload, and the signal that aborts the call.
 */
interface CallExtras {
  readonly file?: File;
  readonly signal?: AbortSignal;
}

interface LooseInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

let csrfToken: string | undefined;

/** Stores the CSRF token of the session, which every write with a session cookie sends. */
export function setCsrfToken(token: string | undefined): void {
  csrfToken = token;
}

let requestIdentity: () => Promise<boolean> = () => Promise.resolve(false);

/** Sets the function that asks the user to confirm their identity; it resolves to false when they cancel. */
export function setIdentityRequest(ask: () => Promise<boolean>): void {
  requestIdentity = ask;
}

type Refetch = (key: ApiKey, input: unknown) => Promise<void> | undefined;

let refetch: Refetch = () => undefined;
let refetching: Promise<void> | undefined;

/**
 * Sets the function that refetches what the page shows of the resources that an operation changes. It returns
 * undefined for an operation that changes nothing.
 */
export function setRefetch(refetchChanges: Refetch): void {
  refetch = refetchChanges;
}

/** Resolves when the page shows what the last call has changed. */
export const awaitRefetch = async (): Promise<void> => refetching;

/**
 * Calls one operation of the public API by name and parses its answer. Also after an error, pages refetch
 * the resources that the operation changes: see `awaitRefetch`. If the server requires a confirmation
 * of the user's identity, asks for it and repeats the call. Throws ApiError.
 */
export async function call<K extends ApiKey>(
  key: K,
  input: CallInput<Api[K]>,
  extras: CallExtras = {},
): Promise<CallResult<Api[K]>> {
  try {
    return await withIdentity(() => callOnce(key, input, extras));
  } finally {
    refetching = refetch(key, input) ?? refetching;
  }
}

/** Calls an operation that answers with a file; otherwise like `call`. */
export async function callForFile<K extends ApiKey>(key: K, input: CallInput<Api[K]>): Promise<Blob> {
  const { answer } = await withIdentity(() => sendOnce(key, input, {}));
  return answer.blob().catch(() => {
    throw ApiError.unreachable();
  });
}

/** Repeats a call after a confirmation of the user's identity, if the server requires one. */
async function withIdentity<Result>(attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    const isConfirmable = error instanceof ApiError && error.fields?.['confirmation'] !== undefined;
    if (isConfirmable && localState.token() === undefined && (await requestIdentity())) return attempt();
    throw error;
  }
}

async function callOnce<K extends ApiKey>(
  key: K,
  input: CallInput<Api[K]>,
  extras: CallExtras,
): Promise<CallResult<Api[K]>> {
  const { answer, requestId } = await sendOnce(key, input, extras);
  const data = await readJson(answer, requestId);
  const { response } = await loadOperation(key);
  const parsed = response.safeParse(data);
  if (!parsed.success) throw ApiError.unreadable(answer.status, requestId);
  return parsed.data as CallResult<Api[K]>;
}

/** Sends a request and returns its successful answer, unread. */
async function sendOnce<K extends ApiKey>(
  key: K,
  input: CallInput<Api[K]>,
  extras: CallExtras,
): Promise<{ readonly answer: Response; readonly requestId: string | undefined }> {
  const { method, path, upload, needs, access } = await loadOperation(key);
  const { params, query, body } = input as LooseInput;
  // Sends cookies with public operations and those of displays. Sessions of third parties send only a bearer
  // token.
  const byCookie = needs === 'public' || access.some((each) => each === 'display');
  const token = byCookie ? undefined : localState.token();
  const bearer = token !== undefined || access.every((each) => each === 'openapi');
  const isForm = upload !== undefined && extras.file !== undefined;
  const answer = await send(fillPath(path, params) + formatQueryString(query), {
    method,
    headers: buildHeaders(method, body !== undefined && !isForm, token),
    body: upload && extras.file ? createFileBody(upload.field, extras.file, body) : createJsonBody(body),
    signal: extras.signal,
    credentials: bearer ? 'omit' : 'same-origin',
  });
  const requestId = answer.headers.get('x-request-id') ?? undefined;
  if (answer.ok) return { answer, requestId };
  const refusal = errorBody.safeParse(await readJson(answer, requestId));
  throw refusal.success
    ? new ApiError(answer.status, refusal.data)
    : ApiError.unreadable(answer.status, requestId);
}

async function send(
  url: string,
  init: Omit<RequestInit, 'signal'> & { signal: AbortSignal | undefined },
): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: init.signal ?? null });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw ApiError.unreachable();
  }
}

async function readJson(answer: Response, requestId: string | undefined): Promise<unknown> {
  try {
    return await answer.json();
  } catch {
    throw ApiError.unreadable(answer.status, requestId);
  }
}

function buildHeaders(method: string, json: boolean, token: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (json) headers['content-type'] = 'application/json';
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
  else if (method !== 'GET' && csrfToken) headers['x-csrf-token'] = csrfToken;
  return headers;
}

function createJsonBody(body: unknown): string | null {
  return body === undefined ? null : JSON.stringify(body);
}

/** Puts the texts of the body before the file, because the server reads those only. */
function createFileBody(field: string, file: File, body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {}))
    if (typeof value === 'string') form.append(name, value);
  form.append(field, file, file.name);
  return form;
}

export function formatQueryString(query: Readonly<Record<string, unknown>> | undefined): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  if (pairs.length === 0) return '';
  return `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()}`;
}
