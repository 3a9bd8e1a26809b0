import { type Clock, SECOND_MS } from '@northlight/runtime';
import { INT32_MAX } from './emit/schema.ts';
import { type FrameLimits, writeFrame } from './frames.ts';
import { parseLines, parseNumber, parseObject } from './untrusted-values.ts';

/**
 * Time limit for the answer of each method (ms). `rrm` has none, because access points never answer it; its
 * effect appears in the next state.
 */
export const METHOD_DEADLINES_MS = {
  configure: 120 * SECOND_MS,
  reboot: 30 * SECOND_MS,
  factory: 30 * SECOND_MS,
  // Access points download the image before they answer.
  upgrade: 240 * SECOND_MS,
  leds: 20 * SECOND_MS,
  request: 30 * SECOND_MS,
  wifiscan: 85 * SECOND_MS,
  telemetry: 30 * SECOND_MS,
  rrm: undefined,
} as const;
export type Method = keyof typeof METHOD_DEADLINES_MS;

/** Answer of a device. `error` is 0 for done, 1 for done with exceptions, 2 for refused. */
export interface Answer {
  readonly error: number;
  readonly text: string;
  readonly rejected: readonly unknown[];
  readonly result: Readonly<Record<string, unknown>>;
}

export type CallOutcome =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'too-large' }
  /** The connection is closed, or devices do not answer the method. */
  | { readonly kind: 'closed' };

interface PendingCall {
  readonly settle: (outcome: CallOutcome) => void;
  readonly cancel: () => void;
}

/** Calls methods of one device over one connection; each call has a 32-bit id and a deadline. */
export class RpcClient {
  readonly #clock: Clock;
  readonly #send: (frame: string) => void;
  readonly #pending = new Map<number, PendingCall>();
  #lastId: number;
  #closed = false;
  limits: FrameLimits;

  constructor(clock: Clock, send: (frame: string) => void, limits: FrameLimits, firstId = 1) {
    this.#clock = clock;
    this.#send = send;
    this.limits = limits;
    this.#lastId = firstId - 1;
  }

  /**
   * Calls a method. Resolves with the answer, at the deadline, or when the connection closes; never rejects.
   */
  call(method: Method, params: object): Promise<CallOutcome> {
    if (this.#closed) return Promise.resolve({ kind: 'closed' });
    const id = this.#nextId();
    const frame = writeFrame({ id, method, params }, this.limits);
    if (frame === undefined) return Promise.resolve({ kind: 'too-large' });
    this.#send(frame);
    const deadline = METHOD_DEADLINES_MS[method];
    if (deadline === undefined) return Promise.resolve({ kind: 'closed' });
    return new Promise((resolve) => {
      const cancel = this.#clock.after(deadline, () => this.#settle(id, { kind: 'timeout' }));
      this.#pending.set(id, { settle: resolve, cancel });
    });
  }

  /** Completes the call with this id; ignores unknown and late answers. */
  receiveAnswer(id: number, result: unknown, error: unknown): void {
    this.#settle(id, { kind: 'answered', answer: readAnswer(result, error) });
  }

  close(): void {
    this.#closed = true;
    for (const id of this.#pending.keys()) this.#settle(id, { kind: 'closed' });
  }

  #nextId(): number {
    do this.#lastId = this.#lastId >= INT32_MAX ? 1 : this.#lastId + 1;
    while (this.#pending.has(this.#lastId));
    return this.#lastId;
  }

  #settle(id: number, outcome: CallOutcome): void {
    const call = this.#pending.get(id);
    if (!call) return;
    this.#pending.delete(id);
    call.cancel();
    call.settle(outcome);
  }
}

const REFUSED = 2;

function readAnswer(result: unknown, error: unknown): Answer {
  const fields = parseObject(result);
  const status = parseObject(fields['status']);
  const failure = parseObject(error);
  const failed = result === undefined;
  return {
    // Counts an answer without a status as refused.
    error: failed ? REFUSED : (parseNumber(status['error'], 0, INT32_MAX) ?? REFUSED),
    text: parseLines(failed ? failure['message'] : status['text'], 2000) ?? '',
    rejected: Array.isArray(status['rejected']) ? status['rejected'].slice(0, 200) : [],
    result: fields,
  };
}
