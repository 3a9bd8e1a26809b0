import type { Socket } from 'node:net';
import { type Clock, getSourceNetwork, KeyedSlots } from '@northlight/runtime';

const HANDSHAKE_TIMEOUT_MS = 10_000;
/**
 * Maximum number of handshakes per network. All devices of a site have one address and may reconnect at the
 * same time, and a refused device tries again within seconds.
 */
const HANDSHAKES_PER_NETWORK = 256;

/**
 * Limits the sockets of all device listeners in a process: their number, so that file descriptors remain for
 * the console, and their TLS handshakes in progress, by time and by network (an IPv4 address or an IPv6 /64).
 */
export class SocketLimiter {
  readonly #clock: Clock;
  readonly #open: KeyedSlots;
  readonly #handshakes = new KeyedSlots({ perKey: HANDSHAKES_PER_NETWORK });
  /**
   * Functions that end the handshake of a raw socket, by its addresses, because Node passes on another object
   * after the handshake.
   */
  readonly #pending = new Map<string, () => void>();

  /** `maxOpen` is the maximum number of open sockets; unlimited by default. */
  constructor(clock: Clock, maxOpen = Number.POSITIVE_INFINITY) {
    this.#clock = clock;
    this.#open = new KeyedSlots({ perKey: maxOpen, total: maxOpen });
  }

  /** Counts a new socket until it closes. Destroys it and returns false when `maxOpen` sockets are open. */
  admit(socket: Socket): boolean {
    return holdUntilClose(socket, this.#open.take(''));
  }

  /**
   * Destroys a socket whose handshake takes more than 10 s. If its network already has 256 handshakes in
   * progress, destroys it at once and returns false.
   */
  startHandshake(socket: Socket): boolean {
    const slot = this.#handshakes.take(getSourceNetwork(socket.remoteAddress ?? ''));
    if (!holdUntilClose(socket, slot)) return false;
    const key = formatAddressKey(socket);
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
    this.#pending.get(formatAddressKey(socket))?.();
  }
}

const formatAddressKey = ({ localPort, remoteAddress, remotePort }: Socket): string =>
  `${localPort}|${remoteAddress}|${remotePort}`;

function holdUntilClose(socket: Socket, slot: Disposable | undefined): boolean {
  if (!slot) {
    socket.destroy();
    return false;
  }
  socket.once('close', () => slot[Symbol.dispose]());
  return true;
}
