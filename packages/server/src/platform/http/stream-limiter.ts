import { DomainError } from '@northlight/contract';
import { KeyedSlots } from '@northlight/runtime';

/** Allows 30 tabs of one user, and 20 such users behind the address of one building. */
const PER_SESSION = 30;
const PER_NETWORK = 600;

/** Limits the open streams of each session and each network, so that no client can use up the server's sockets. */
export class StreamLimiter {
  readonly #sessions = new KeyedSlots({ perKey: PER_SESSION });
  readonly #networks = new KeyedSlots({ perKey: PER_NETWORK });

  /**
   * Takes a slot of the session and of the network until disposal. Throws 429 when one of them has no free
   * slot.
   */
  admit(session: string, network: string): Disposable {
    const ofSession = this.#sessions.take(session);
    const ofNetwork = this.#networks.take(network);
    const release = (): void => {
      ofSession?.[Symbol.dispose]();
      ofNetwork?.[Symbol.dispose]();
    };
    if (ofSession && ofNetwork) return { [Symbol.dispose]: release };
    release();
    throw new DomainError('repeated', {
      status: 429,
      message: 'Too many pages are open. Close some of them.',
    });
  }
}
