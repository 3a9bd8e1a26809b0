import type { Api, ApiKey, CallInput, CallResult, ErrorBody } from '@northlight/contract';
import { type Answer, TestBrowser } from '../browser.ts';
import type { SearchableData } from './secret-search.ts';

/** The body of a request that a browser has sent. */
export interface SentBody {
  readonly operation: ApiKey;
  readonly body: unknown;
}

/** Bodies and answers of the browsers of a test. */
export interface Recording {
  readonly answers: SearchableData[];
  readonly bodies: SentBody[];
}

/** A browser that records every body and answer, and removes the session cookie from the recording. */
export class CapturingBrowser extends TestBrowser {
  readonly #recording: Recording;

  constructor(address: string, recording: Recording) {
    super(address);
    this.#recording = recording;
  }

  override call<K extends ApiKey>(key: K, input: CallInput<Api[K]>): Promise<CallResult<Api[K]>> {
    this.record(key, input);
    return super.call(key, input);
  }

  override refused<K extends ApiKey>(key: K, input: CallInput<Api[K]>): Promise<Answer<ErrorBody>> {
    this.record(key, input);
    return super.refused(key, input);
  }

  /** Records the body of an operation; for those that are sent with `fetch`. */
  record(operation: ApiKey, input: object): void {
    if ('body' in input) this.#recording.bodies.push({ operation, body: input.body });
  }

  override async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await super.fetch(path, init);
    const headers = [...response.headers].filter(([name]) => name !== 'set-cookie');
    const text = `${JSON.stringify(headers)}\n${await response.clone().text()}`;
    this.#recording.answers.push({
      name: `answer ${init.method ?? 'GET'} ${path}`,
      bytes: Buffer.from(text),
    });
    return response;
  }

  get sessionToken(): string {
    return /northlight=([^;]+)/.exec(this.cookieHeader)?.[1] ?? '';
  }
}
