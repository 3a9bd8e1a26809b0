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
import { csrfTokenOf } from '../platform/http/serve.ts';

/** An answer as a test looks at it. */
export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

/** A browser of one person: keeps cookies and the CSRF token, calls operations by name over real HTTP. */
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

  /** Continues a session that the test made at the server: its cookie, and the token that pages send with it. */
  adoptSession(cookieName: string, token: string): void {
    this.#cookies.set(cookieName, token);
    this.csrfToken = csrfTokenOf(token);
  }

  /** Calls an operation that must succeed; its answer is parsed by the contract. */
  async call<K extends ApiKey>(key: K, input: CallInput<Api[K]>): Promise<CallResult<Api[K]>> {
    const { status, body } = await this.#send(key, input);
    if (status >= 400) throw new Error(`${key} answered ${status}: ${JSON.stringify(body)}`);
    const parsed = api[key].response.parse(body) as CallResult<Api[K]>;
    this.#rememberCsrf(parsed);
    return parsed;
  }

  /** Calls an operation that must be refused. */
  async refused<K extends ApiKey>(key: K, input: CallInput<Api[K]>): Promise<Answer<ErrorBody>> {
    const { status, body } = await this.#send(key, input);
    if (status < 400)
      throw new Error(`${key} answered ${status}, a refusal was expected: ${JSON.stringify(body)}`);
    return { status, body: errorBody.parse(body) };
  }

  /** Any request, for what is not an operation or not well-formed. */
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
    form.set(endpoint.upload.field, file);
    return { body: form };
  }
  return body === undefined
    ? {}
    : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}
