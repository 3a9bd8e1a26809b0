import { type HelloMessage, helloMessage, type OfferMessage } from '@northlight/contract/device-protocol';
import { type Clock, type Entropy, KeyedQueue, createRandomBase62, hashSha256Hex } from '@northlight/runtime';
import type { DeviceStore } from './store.ts';
import { cleanMessage } from './clean-message.ts';

/** Length of a token: 43 characters of Base62 contain 256 bits. */
export const TOKEN_LENGTH = 43;
const RETRY_SECONDS = 15;

type Claimed = Extract<OfferMessage, { status: 'claimed' }>;

/** An open connection of an unprovisioned device. */
interface Listener {
  readonly publish: (offer: OfferMessage) => void;
  /** The last credential offered on this connection. */
  offered: Claimed | undefined;
}

/**
 * Handles the first contact: a device that its secret authenticates sends a hello, and receives an offer when
 * an account has claimed it.
 */
export class Provisioning {
  readonly #store: DeviceStore;
  readonly #clock: Clock;
  readonly #entropy: Entropy;
  readonly #closeEarlierConnections: (deviceId: string) => void;
  readonly #onDeviceWaiting: (accountId: string) => void;
  readonly #listeners = new Map<string, Listener>();
  readonly #answers = new KeyedQueue();

  /**
   * `closeEarlierConnections` closes connections whose credential is older than the newest one.
   * `onDeviceWaiting` is called when a device was added to an account's list of waiting devices.
   */
  constructor(
    store: DeviceStore,
    clock: Clock,
    entropy: Entropy,
    closeEarlierConnections: (deviceId: string) => void,
    onDeviceWaiting: (accountId: string) => void = () => undefined,
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#entropy = entropy;
    this.#closeEarlierConnections = closeEarlierConnections;
    this.#onDeviceWaiting = onDeviceWaiting;
  }

  /** Publishes offers for this serial number until the returned function is called. */
  listen(sn: string, publish: (offer: OfferMessage) => void): () => void {
    const listener: Listener = { publish, offered: undefined };
    this.#listeners.set(sn, listener);
    return () => {
      if (this.#listeners.get(sn) === listener) this.#listeners.delete(sn);
    };
  }

  async hello(sn: string, payload: unknown, address?: string): Promise<void> {
    const { message } = cleanMessage(helloMessage, payload);
    await this.#answers.run(sn, async () => {
      const offered = await this.#validOffer(sn);
      if (offered) this.#listeners.get(sn)?.publish(offered);
      else await this.#answer(sn, message, address);
    });
  }

  /** Sends an offer at once if the device with the claimed serial number has an open connection. */
  async claimed(sn: string): Promise<void> {
    await this.#answers.run(sn, async () => {
      const isWaiting = this.#listeners.has(sn) && !(await this.#validOffer(sn));
      if (isWaiting) await this.#answer(sn, undefined);
    });
  }

  /**
   * Returns the offer that was already sent on the open connection, if its credential is still valid. The
   * announcement of a claim and the device's hello can arrive at the same time. A second offer would then
   * invalidate the credential with which the device is about to connect.
   */
  async #validOffer(sn: string): Promise<Claimed | undefined> {
    const offered = this.#listeners.get(sn)?.offered;
    if (!offered) return undefined;
    const credential = await this.#store.readCredential(offered.id);
    return credential?.tokenHash === hashSha256Hex(offered.token) ? offered : undefined;
  }

  async #answer(sn: string, hello: HelloMessage | undefined, address?: string): Promise<void> {
    const token = createRandomBase62(this.#entropy, TOKEN_LENGTH);
    const issued = await this.#store.issueCredential(sn, hashSha256Hex(token));
    if (!issued && hello) {
      const added = await this.#store.recordHello(sn, hello, this.#clock.now(), address);
      if (added) this.#onDeviceWaiting(added.accountId);
    }
    if (issued) this.#closeEarlierConnections(issued.id);
    const listener = this.#listeners.get(sn);
    if (!listener) return;
    listener.offered = issued ? { status: 'claimed', id: issued.id, token, epoch: issued.epoch } : undefined;
    listener.publish(listener.offered ?? { status: 'waiting', retrySecs: RETRY_SECONDS });
  }
}
