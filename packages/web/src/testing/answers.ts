import {
  type Api,
  type ApiKey,
  api,
  type CallResult,
  type Endpoint,
  type ErrorBody,
  type HandlerInput,
  LIVE_PATH,
  type LiveChange,
} from '@northlight/contract';
import { expect, onTestFinished } from 'vitest';

/** Turns of the event loop without a request after which a closed page sends no more: it reads a body and validates a form. */
const QUIET_TURNS = 5;

/** An error answer with a code of the catalogue. */
export class Refusal {
  readonly status: number;
  readonly body: Omit<ErrorBody, 'requestId'>;

  constructor(status: number, body: Omit<ErrorBody, 'requestId'>) {
    this.status = status;
    this.body = body;
  }
}

/** An answer that is a file. */
export class FileAnswer {
  readonly data: Blob;

  constructor(data: string | Blob, type = 'text/csv') {
    this.data = typeof data === 'string' ? new Blob([data], { type }) : data;
  }
}

type PreparedAnswer<K extends ApiKey> = CallResult<Api[K]> | Refusal | FileAnswer;

/** Answers by operation: the answer itself, or a function of the parsed request. */
export type Answers = {
  readonly [K in ApiKey]?:
    | PreparedAnswer<K>
    | ((request: HandlerInput<Api[K]>) => PreparedAnswer<K> | Promise<PreparedAnswer<K>>);
};

export interface SentRequest {
  readonly operation: string;
  readonly body: unknown;
}

/** Prepared answers instead of a server during a test. */
export interface AnsweringServer {
  /** Requests of the page so far; grows with each request. */
  readonly sent: readonly SentRequest[];
  /** Replaces answers from the next request on. */
  readonly answer: (answers: Answers) => void;
  /** Sends a live event to the open streams of the page. */
  readonly publish: (change: Omit<LiveChange, 'version'>) => void;
  /** Number of open live streams. */
  readonly countStreams: () => number;
}

/** Replaces `fetch` for a test. Returns the list of sent requests, which grows with each request. */
export const answerWith = (answers: Answers): readonly SentRequest[] => startAnswering(answers).sent;

/**
 * Replaces `fetch` for a test. Requests and answers must match the contract: a request that the contract
 * refuses, an answer that it cannot parse, and a request without an answer make the test fail.
 */
export function startAnswering(first: Answers): AnsweringServer {
  let answers: Readonly<Record<string, unknown>> = first;
  const sent: SentRequest[] = [];
  const problems = new Set<string>();
  const live = new LiveStreams();
  const real = globalThis.fetch;
  const pending = new Set<Promise<Response>>();
  onTestFinished(async () => {
    live.close();
    // Waits for requests that the page has sent and those that follow from their answers, so that neither the next test
    // nor the server of the test files receives them.
    for (let quiet = 0; quiet < QUIET_TURNS; quiet = pending.size > 0 ? 0 : quiet + 1) {
      await Promise.allSettled(pending);
      await new Promise((resolve) => void setTimeout(resolve));
    }
    globalThis.fetch = real;
    expect([...problems]).toEqual([]);
  });
  const fail = (problem: string): never => {
    problems.add(problem);
    throw new Error(problem);
  };

  async function answerRequest(url: URL, init: RequestInit): Promise<Response> {
    if (url.pathname === LIVE_PATH) return live.open(init.signal);
    const found = findOperation(init.method ?? 'GET', url.pathname);
    const answer = found && answers[found.key];
    if (!found || answer === undefined)
      return fail(`The test has no answer for ${init.method ?? 'GET'} ${url.pathname}.`);
    const body = readBody(init.body);
    sent.push({ operation: found.key, body });
    // Pages send values that the contract converts, such as numbers in queries, so parsed values are passed on.
    const parse = (part: 'params' | 'query' | 'body', value: unknown): unknown => {
      const parsed = found.endpoint[part]?.safeParse(value);
      return parsed?.success === false
        ? fail(`${found.key}: the contract refuses the ${part}: ${parsed.error.message}`)
        : parsed?.data;
    };
    const input = {
      params: parse('params', found.params),
      query: parse('query', Object.fromEntries(url.searchParams)),
      body: found.endpoint.validatedByHandler ? body : parse('body', body),
    };
    const result: unknown = typeof answer === 'function' ? await answer(input) : answer;
    if (result instanceof Refusal)
      return Response.json({ ...result.body, requestId: 'test' }, { status: result.status });
    if (result instanceof FileAnswer) return new Response(result.data);
    const parsed = found.endpoint.response.safeParse(result);
    return parsed.success
      ? Response.json(parsed.data)
      : fail(`${found.key}: the answer does not match the contract: ${parsed.error.message}`);
  }

  globalThis.fetch = (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : String(input), window.location.href);
    if (!url.pathname.startsWith('/api/')) return real(input, init);
    const response = answerRequest(url, init);
    pending.add(response);
    return response.finally(() => pending.delete(response));
  };
  return {
    sent,
    answer: (next) => {
      answers = { ...answers, ...next };
    },
    publish: (change) => live.publish(change),
    countStreams: () => live.size,
  };
}

/** Returns the body of a request; of a form its texts. */
const readBody = (body: unknown): unknown =>
  body instanceof FormData
    ? Object.fromEntries([...body].filter(([, value]) => typeof value === 'string'))
    : typeof body === 'string'
      ? JSON.parse(body)
      : undefined;

interface FoundOperation {
  readonly key: ApiKey;
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
}

function findOperation(method: string, pathname: string): FoundOperation | undefined {
  for (const { endpoint, key, pattern } of PATTERNS) {
    const groups = endpoint.method === method ? pattern.exec(pathname)?.groups : undefined;
    if (groups)
      return {
        key,
        endpoint,
        params: Object.fromEntries(
          Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
        ),
      };
  }
  return undefined;
}

/** Operations by path; those with fewer parameters first, because `/devices/check` also fits `/devices/{id}`. */
const PATTERNS = (Object.entries<Endpoint>(api) as [ApiKey, Endpoint][])
  .map(([key, endpoint]) => ({
    key,
    endpoint,
    pattern: new RegExp(`^${endpoint.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}(?<end>)$`),
  }))
  .toSorted((one, other) => one.endpoint.pathParams.length - other.endpoint.pathParams.length);

/** The open live streams of the page. */
class LiveStreams {
  readonly #controllers = new Set<ReadableStreamDefaultController<Uint8Array>>();
  #version = 0;

  get size(): number {
    return this.#controllers.size;
  }

  open(signal: AbortSignal | null | undefined): Response {
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controllers.add(controller);
        signal?.addEventListener('abort', () => {
          if (!this.#controllers.delete(controller)) return;
          controller.error(new DOMException('Aborted', 'AbortError'));
        });
      },
    });
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
  }

  publish(change: Omit<LiveChange, 'version'>): void {
    const data = JSON.stringify({ ...change, version: ++this.#version });
    const bytes = new TextEncoder().encode(`event: change\ndata: ${data}\n\n`);
    for (const controller of this.#controllers) controller.enqueue(bytes);
  }

  close(): void {
    for (const controller of this.#controllers) controller.close();
    this.#controllers.clear();
  }
}
