import type { Socket } from 'node:net';
import { type Clock, getSourceNetwork, KeyedSlots } from '@northlight/runtime';

const HANDSHAKE_TIMEOUT_MS = 10_000;
/** A site whose devices reconnect at once has one address; a refused device tries again within seconds. */
const HANDSHAKES_PER_NETWORK = 256;

/**
 * Limits the sockets of all listeners for devices in a process: their number, so that file descriptors are left for the
 * console, and TLS handshakes in progress by time and by network (an IPv4 address or an IPv6 /64).
 */
export class SocketLimits {
  readonly #clock: Clock;
  readonly #open: KeyedSlots;
  readonly #handshakes = new KeyedSlots({ perKey: HANDSHAKES_PER_NETWORK });
  /** Ends the handshake of a raw socket, by its addresses: Node hands out another object after the handshake. */
  readonly #pending = new Map<string, () => void>();

  /** `maxOpen`: sockets that may be open at the same time; unlimited by default. */
  constructor(clock: Clock, maxOpen = Number.POSITIVE_INFINITY) {
    this.#clock = clock;
    this.#open = new KeyedSlots({ perKey: maxOpen, total: maxOpen });
  }

  /** Counts a new socket until it closes. Destroys it and returns false when too many are open. */
  admit(socket: Socket): boolean {
    return holdUntilClose(socket, this.#open.take(''));
  }

  /** Destroys a socket whose handshake does not end in time; at once, returning false, if its network has too many. */
  startHandshake(socket: Socket): boolean {
    const slot = this.#handshakes.take(getSourceNetwork(socket.remoteAddress ?? ''));
    if (!holdUntilClose(socket, slot)) return false;
    const key = addressKey(socket);
    const cancel = this.#clock.after(HANDSHAKE_TIMEOUT_MS, () => socket.destroy());
    const end = (): void => {
      cancel();
      slot?.[Symbol.dispose]();
      this.#pending.delete(key);
    };
    this.#pending.set(key, end);
    socket.once('close', end);
    return true;
  }

  endHandshake(socket: Socket): void {
    this.#pending.get(addressKey(socket))?.();
  }
}

const addressKey = ({ localPort, remoteAddress, remotePort }: Socket): string =>
  `${localPort}|${remoteAddress}|${remotePort}`;

function holdUntilClose(socket: Socket, slot: Disposable | undefined): boolean {
  if (!slot) {
    socket.destroy();
    return false;
  }
  socket.once('close', () => slot[Symbol.dispose]());
  return true;
}
