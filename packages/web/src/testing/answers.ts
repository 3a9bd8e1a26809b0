import { type Api, type ApiKey, api, type CallResult, type ErrorBody } from '@northlight/contract';
import { onTestFinished } from 'vitest';

/** An error answer with a code of the catalogue. */
export class Refusal {
  readonly status: number;
  readonly body: Omit<ErrorBody, 'requestId'>;

  constructor(status: number, body: Omit<ErrorBody, 'requestId'>) {
    this.status = status;
    this.body = body;
  }
}

/** Prepared answers by operation. */
type Answers = { readonly [K in ApiKey]?: CallResult<Api[K]> | Refusal };

export interface SentRequest {
  readonly operation: string;
  readonly body: unknown;
}

/** Replaces `fetch` for a test. Returns the list of sent requests, which grows with each request. */
export function answerWith(answers: Answers): readonly SentRequest[] {
  const sent: SentRequest[] = [];
  const real = globalThis.fetch;
  onTestFinished(() => {
    globalThis.fetch = real;
  });
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const { pathname } = new URL(url, window.location.href);
    if (!pathname.startsWith('/api/')) return real(input, init);
    const operation = findOperation(init?.method ?? 'GET', pathname);
    const answer = operation && answers[operation];
    if (!operation || answer === undefined)
      return Promise.reject(new Error(`The test has no answer for ${init?.method} ${pathname}.`));
    sent.push({ operation, body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined });
    return Promise.resolve(
      answer instanceof Refusal
        ? Response.json({ ...answer.body, requestId: 'test' }, { status: answer.status })
        : Response.json(answer),
    );
  };
  return sent;
}

function findOperation(method: string, pathname: string): ApiKey | undefined {
  return (Object.keys(api) as ApiKey[]).find((key) => {
    const endpoint = api[key];
    const pattern = endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+');
    return endpoint.method === method && new RegExp(`^${pattern}$`).test(pathname);
  });
}
