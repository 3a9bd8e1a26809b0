import { DomainError } from '@northlight/contract';

/** A person has a few tabs; a house behind one address has many persons. */
const MOST = { session: 30, network: 600 } as const;

/** Counts open streams of each session and each network, so that nobody keeps the server's sockets for himself. */
export class OpenStreams {
  readonly #open = new Map<string, number>();

  /** Counts one more; the returned function takes it back. Throws when there are too many. */
  admit(session: string, network: string): () => void {
    const keys = [
      [`session ${session}`, MOST.session],
      [`network ${network}`, MOST.network],
    ] as const;
    for (const [key, most] of keys)
      if ((this.#open.get(key) ?? 0) >= most)
        throw new DomainError('repeated', {
          status: 429,
          message: 'Too many pages are open. Close some of them.',
        });
    for (const [key] of keys) this.#open.set(key, (this.#open.get(key) ?? 0) + 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      for (const [key] of keys) {
        const count = (this.#open.get(key) ?? 1) - 1;
        if (count > 0) this.#open.set(key, count);
        else this.#open.delete(key);
      }
    };
  }
}
