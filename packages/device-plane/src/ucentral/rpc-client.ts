import { type Clock, SECOND_MS } from '@northlight/runtime';
import { INT32_MAX } from './emit/schema.ts';
import { type FrameLimits, writeFrame } from './frames.ts';
import { asNumber, asObject, asText } from './untrusted-values.ts';

/**
 * How long each method may take until its answer. `rrm` has none: the access points' client never answers it, and what
 * it did is seen in the next state.
 */
export const METHOD_DEADLINES_MS = {
  configure: 120 * SECOND_MS,
  reboot: 30 * SECOND_MS,
  factory: 30 * SECOND_MS,
  // The access points download before they answer.
  upgrade: 240 * SECOND_MS,
  fixedconfig: 60 * SECOND_MS,
  leds: 20 * SECOND_MS,
  request: 30 * SECOND_MS,
  wifiscan: 85 * SECOND_MS,
  powercycle: 60 * SECOND_MS,
  rrm: undefined,
} as const;
export type Method = keyof typeof METHOD_DEADLINES_MS;

/** What a device answered: `error` 0 is done, 1 done with exceptions, 2 refused. */
export interface Answer {
  readonly error: number;
  readonly text: string;
  readonly rejected: readonly unknown[];
  readonly result: Readonly<Record<string, unknown>>;
}

export type CallOutcome =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'silent' }
  | { readonly kind: 'too-large' }
  /** Nothing is waited for, or the connection has ended. */
  | { readonly kind: 'gone' };

interface PendingCall {
  readonly settle: (outcome: CallOutcome) => void;
  readonly cancel: () => void;
}

/** Calls to one device over one connection: numbered within 32 bits, each with its own deadline. */
export class RpcClient {
  readonly #clock: Clock;
  readonly #send: (frame: string) => void;
  readonly #waiting = new Map<number, PendingCall>();
  #lastId: number;
  #closed = false;
  limits: FrameLimits;

  constructor(clock: Clock, send: (frame: string) => void, limits: FrameLimits, firstId = 1) {
    this.#clock = clock;
    this.#send = send;
    this.limits = limits;
    this.#lastId = firstId - 1;
  }

  /** Resolves with the answer, with silence at the deadline, or at the end of the connection; never rejects. */
  call(method: Method, params: object): Promise<CallOutcome> {
    if (this.#closed) return Promise.resolve({ kind: 'gone' });
    const id = this.#nextId();
    const frame = writeFrame({ id, method, params }, this.limits);
    if (frame === undefined) return Promise.resolve({ kind: 'too-large' });
    this.#send(frame);
    const deadline = METHOD_DEADLINES_MS[method];
    if (deadline === undefined) return Promise.resolve({ kind: 'gone' });
    return new Promise((resolve) => {
      const cancel = this.#clock.after(deadline, () => this.#settle(id, { kind: 'silent' }));
      this.#waiting.set(id, { settle: resolve, cancel });
    });
  }

  /** Takes an answer; one that nobody waits for, or that comes late, changes nothing. */
  receiveAnswer(id: number, result: unknown, error: unknown): void {
    this.#settle(id, { kind: 'answered', answer: readAnswer(result, error) });
  }

  close(): void {
    this.#closed = true;
    for (const id of this.#waiting.keys()) this.#settle(id, { kind: 'gone' });
  }

  #nextId(): number {
    do this.#lastId = this.#lastId >= INT32_MAX ? 1 : this.#lastId + 1;
    while (this.#waiting.has(this.#lastId));
    return this.#lastId;
  }

  #settle(id: number, outcome: CallOutcome): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    waiting.cancel();
    waiting.settle(outcome);
  }
}

const REFUSED = 2;

function readAnswer(result: unknown, error: unknown): Answer {
  const told = asObject(result);
  const status = asObject(told['status']);
  const failure = asObject(error);
  const failed = result === undefined;
  return {
    // An answer that does not say how it went is no success.
    error: failed ? REFUSED : (asNumber(status['error'], 0, INT32_MAX) ?? REFUSED),
    text: asText(failed ? failure['message'] : status['text'], 2000) ?? '',
    rejected: Array.isArray(status['rejected']) ? status['rejected'].slice(0, 200) : [],
    result: told,
  };
}
