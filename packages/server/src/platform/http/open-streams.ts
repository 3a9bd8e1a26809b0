import { DomainError } from '@northlight/contract';
import { KeyedSlots } from '@northlight/runtime';

/** One user has up to 30 tabs; 20 such users may share the address of a building. */
const PER_SESSION = 30;
const PER_NETWORK = 600;

/** Limits the open streams of each session and each network, so that no client can use up the server's sockets. */
export class OpenStreams {
  readonly #sessions = new KeyedSlots({ perKey: PER_SESSION });
  readonly #networks = new KeyedSlots({ perKey: PER_NETWORK });

  /** Takes a slot of the session and of the network until disposal. Throws 429 when either has none left. */
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
