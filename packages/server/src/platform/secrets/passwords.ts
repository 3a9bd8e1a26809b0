import { argon2, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import type { Entropy } from '@northlight/runtime';
import { BoundedQueue } from '../bounded-queue.ts';

/** Hashing waits in line; beyond this it is refused, so that a flood cannot starve everyone. */
const MAX_WAITING = 50;
/** One core is left to everything else: hashes are the only work here that takes a core whole. */
const MAX_RUNNING = Math.max(1, availableParallelism() - 1);
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const derive = promisify(argon2);

/** argon2id in a bounded queue; hashes are stored as `argon2id$<salt hex>$<tag hex>`. */
export class Passwords {
  readonly #entropy: Entropy;
  readonly #queue = new BoundedQueue(
    MAX_RUNNING,
    MAX_WAITING,
    'Too many sign-ins at once. Try again in a moment.',
  );

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

  /** Throws 503 when no hash can wait any more. */
  checkRoom(): void {
    this.#queue.check();
  }

  #derive(password: string, nonce: Buffer): Promise<Buffer> {
    return this.#queue.run(() =>
      derive('argon2id', { ...PARAMETERS, message: Buffer.from(password.normalize('NFKC')), nonce }),
    );
  }
}
