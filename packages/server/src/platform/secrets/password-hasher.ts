import { argon2, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import type { Entropy } from '@northlight/runtime';
import { BoundedQueue, createBusyError } from '../bounded-queue.ts';

/** Maximum number of waiting hashes. Further ones are rejected, so that a flood cannot block all sign-ins. */
const MAX_WAITING = 20;
const BUSY = 'Too many sign-ins at once. Try again in 1 min.';
/** Number of parallel hashes: each uses a full core, and one core stays free for the rest of the server. */
const MAX_RUNNING = Math.max(1, availableParallelism() - 1);
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const derive = promisify(argon2);

/** Hashes passwords with argon2id in a bounded queue. The format is `argon2id$<salt hex>$<tag hex>`. */
export class PasswordHasher {
  readonly #entropy: Entropy;
  readonly #queue = new BoundedQueue(MAX_RUNNING, MAX_WAITING, BUSY);
  #signIns = 0;

  constructor(entropy: Entropy) {
    this.#entropy = entropy;
  }

  async hash(password: string): Promise<string> {
    const salt = Buffer.from(this.#entropy.bytes(16));
    return `argon2id$${salt.toString('hex')}$${(await this.#derive(password, salt)).toString('hex')}`;
  }

  /** Verifies a password. With `undefined` for a missing account it takes the same time and returns false. */
  async verify(password: string, stored: string | undefined): Promise<boolean> {
    const [, saltHex = '00'.repeat(16), tagHex = ''] = stored?.split('$') ?? [];
    const tag = await this.#derive(password, Buffer.from(saltHex, 'hex'));
    const expected = Buffer.from(tagHex, 'hex');
    return expected.length === tag.length && timingSafeEqual(tag, expected);
  }

  /**
   * Reserves the capacity for a sign-in until it is disposed of. Throws 503 at once when as many sign-ins are in progress as
   * can be hashed and wait. Take it before the first query, so that a flood cannot wait for the database either.
   */
  admitSignIn(): Disposable {
    if (this.#signIns >= MAX_RUNNING + MAX_WAITING) throw createBusyError(BUSY);
    this.#signIns += 1;
    return { [Symbol.dispose]: () => void (this.#signIns -= 1) };
  }

  #derive(password: string, nonce: Buffer): Promise<Buffer> {
    return this.#queue.run(() =>
      derive('argon2id', { ...PARAMETERS, message: Buffer.from(password.normalize('NFKC')), nonce }),
    );
  }
}
