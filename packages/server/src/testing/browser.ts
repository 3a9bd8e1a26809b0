import {
  type Api,
  type ApiKey,
  api,
  type CallInput,
  type CallResult,
  type Endpoint,
  type ErrorBody,
  errorBody,
  fillPath,
  type Session,
} from '@northlight/contract';
import { deriveCsrfToken } from '../platform/http/serve.ts';

/** Status and parsed body of a response. */
export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

/**
 * A browser of one user, which keeps cookies and the CSRF token and calls operations by name over real HTTP.
 */
export class TestBrowser {
  readonly #address: string;
  readonly #cookies = new Map<string, string>();
  csrfToken: string | undefined;

  constructor(address: string) {
    this.#address = address;
  }

  get cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Uses a session that the test has created on the server: sets its cookie and CSRF token. */
  adoptSession(cookieName: string, token: string): void {
    this.#cookies.set(cookieName, token);
    this.csrfToken = deriveCsrfToken(token);
  }

  /** Calls an operation that must succeed; parses the answer with the contract's schema. */
  async call<K extends ApiKey>(key: K, input: CallInput<Api[K]>): Promise<CallResult<Api[K]>> {
    const { status, body } = await this.#send(key, input);
    if (status >= 400) throw new Error(`${key} answered ${status}: ${JSON.stringify(body)}`);
    const parsed = api[key].response.parse(body) as CallResult<Api[K]>;
    this.#rememberCsrf(parsed);
    return parsed;
  }

  /** Calls an operation that must fail. */
  async refused<K extends ApiKey>(key: K, input: CallInput<Api[K]>): Promise<Answer<ErrorBody>> {
    const { status, body } = await this.#send(key, input);
    if (status < 400)
      throw new Error(`${key} answered ${status}, an error was expected: ${JSON.stringify(body)}`);
    return { status, body: errorBody.parse(body) };
  }

  /** Sends any request, for paths that are not operations and for malformed input. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.#cookies.size > 0) headers.set('cookie', this.cookieHeader);
    if (this.csrfToken !== undefined && !headers.has('x-csrf-token'))
      headers.set('x-csrf-token', this.csrfToken);
    const response = await fetch(new URL(path, this.#address), { ...init, headers, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }

  async #send<K extends ApiKey>(key: K, input: CallInput<Api[K]>): Promise<Answer<unknown>> {
    const endpoint: Endpoint = api[key];
    const { params, query, body, file } = input as {
      params?: object;
      query?: object;
      body?: unknown;
      file?: File;
    };
    const search = new URLSearchParams(
      Object.entries(query ?? {})
        .filter(([, value]) => value !== undefined)
        .map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
    const path = fillPath(endpoint.path, params as Record<string, unknown>) + (search ? `?${search}` : '');
    const response = await this.fetch(path, {
      method: endpoint.method,
      ...requestBody(endpoint, body, file),
    });
    return { status: response.status, body: await response.json() };
  }

  #rememberCsrf(value: unknown): void {
    const session = value as Partial<Session>;
    if (typeof session.csrfToken === 'string') this.csrfToken = session.csrfToken;
  }
}

function requestBody(endpoint: Endpoint, body: unknown, file: File | undefined): RequestInit {
  if (endpoint.upload && file) {
    const form = new FormData();
    for (const [name, value] of Object.entries(body ?? {})) form.set(name, String(value));
    form.set(endpoint.upload.field, file);
    return { body: form };
  }
  return body === undefined
    ? {}
    : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}
