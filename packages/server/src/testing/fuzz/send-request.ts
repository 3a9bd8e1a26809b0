import { type ApiKey, api, type Endpoint, fillPath } from '@northlight/contract';
import type { TestBrowser } from '../browser.ts';

/** Maximum length of a query; Node rejects longer ones before the application sees them. */
const LONGEST_QUERY = 8_000;
const LONGEST_TEXT = 3_000;

export interface AnyRequest {
  readonly params: Readonly<Record<string, unknown>> | null;
  readonly query: Readonly<Record<string, unknown>> | null;
  readonly body: unknown;
}

/** Sends a request with any values to an operation. Encodes path and query, and sends the body as JSON. */
export function sendRequest(
  caller: TestBrowser,
  key: ApiKey,
  { params, query, body }: AnyRequest,
): Promise<Response> {
  const endpoint: Endpoint = api[key];
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, toText(value)]),
  )
    .toString()
    .slice(0, LONGEST_QUERY);
  const texts = Object.fromEntries(
    Object.entries(params ?? {}).map(([name, value]) => [name, toText(value)]),
  );
  const path = fillPath(endpoint.path, texts) + (search ? `?${search}` : '');
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { 'content-type': 'application/json' };
  return caller.fetch(path, {
    method: endpoint.method,
    ...(endpoint.method !== 'GET' && { ...json, headers }),
  });
}

const toText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed().slice(0, LONGEST_TEXT);
