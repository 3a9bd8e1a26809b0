import { argon2, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { DomainError } from '@northlight/contract';
import type { Entropy } from '@northlight/runtime';

/** Hashing waits in line; beyond this it is refused, so that a flood cannot starve everyone. */
const MAX_WAITING = 50;
/** One core is left to everything else: hashes are the only work here that takes a core whole. */
const MAX_RUNNING = Math.max(1, availableParallelism() - 1);
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const derive = promisify(argon2);

/** argon2id in a bounded queue; hashes are stored as `argon2id$<salt hex>$<tag hex>`. */
export class Passwords {
  readonly #entropy: Entropy;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(entropy: Entropy) {
    this.#entropy = entropy;
  }

  async hash(password: string): Promise<string> {
    const salt = Buffer.from(this.#entropy.bytes(16));
    return `argon2id$${salt.toString('hex')}$${(await this.#derive(password, salt)).toString('hex')}`;
  }

  /** Costs the same when there is no account: pass undefined, and it answers false. */
  async verify(password: string, stored: string | undefined): Promise<boolean> {
    const [, saltHex = '00'.repeat(16), tagHex = ''] = stored?.split('$') ?? [];
    const tag = await this.#derive(password, Buffer.from(saltHex, 'hex'));
    const expected = Buffer.from(tagHex, 'hex');
    return expected.length === tag.length && timingSafeEqual(tag, expected);
  }

  async #derive(password: string, nonce: Buffer): Promise<Buffer> {
    await this.#enter();
    try {
      return await derive('argon2id', {
        ...PARAMETERS,
        message: Buffer.from(password.normalize('NFKC')),
        nonce,
      });
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }

  async #enter(): Promise<void> {
    if (this.#running >= MAX_RUNNING) {
      if (this.#waiting.length >= MAX_WAITING)
        throw new DomainError('repeated', {
          status: 503,
          message: 'Too many sign-ins at once. Try again in a moment.',
          retryAfterSeconds: 2,
        });
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#running++;
  }
}
