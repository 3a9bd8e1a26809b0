import { type HelloMessage, helloMessage, type OfferMessage } from '@northlight/contract/device-protocol';
import { type Clock, type Entropy, randomBase62, sha256Hex } from '@northlight/runtime';
import type { DeviceStore } from './store.ts';
import { MalformedMessage } from './plane.ts';

/** Base62: 256 bits. */
export const TOKEN_LENGTH = 43;
const RETRY_SECONDS = 15;

/** First contact: a device authenticated by its secret sends a hello and receives an offer once an account has claimed it. */
export class Provisioning {
  readonly #store: DeviceStore;
  readonly #clock: Clock;
  readonly #entropy: Entropy;
  readonly #closeEarlierConnections: (deviceId: string) => void;
  readonly #onDeviceWaiting: (accountId: string) => void;
  readonly #listeners = new Map<string, (offer: OfferMessage) => void>();

  /**
   * `closeEarlierConnections` closes connections that use a credential issued before the newest one. `onDeviceWaiting`
   * is called when a device was added to an account's list of waiting devices.
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
    this.#listeners.set(sn, publish);
    return () => {
      if (this.#listeners.get(sn) === publish) this.#listeners.delete(sn);
    };
  }

  async hello(sn: string, payload: unknown, address?: string): Promise<void> {
    const parsed = helloMessage.safeParse(payload);
    if (!parsed.success) throw new MalformedMessage(parsed.error.message);
    await this.#answer(sn, parsed.data, address);
  }

  /** Sends an offer at once if the device with the claimed serial number waits on an open connection. */
  async claimed(sn: string): Promise<void> {
    if (this.#listeners.has(sn)) await this.#answer(sn, undefined);
  }

  async #answer(sn: string, hello: HelloMessage | undefined, address?: string): Promise<void> {
    const token = randomBase62(this.#entropy, TOKEN_LENGTH);
    const issued = await this.#store.issueCredential(sn, sha256Hex(token));
    if (!issued && hello) {
      const added = await this.#store.recordHello(sn, hello, this.#clock.now(), address);
      if (added) this.#onDeviceWaiting(added.accountId);
    }
    if (issued) this.#closeEarlierConnections(issued.id);
    this.#listeners.get(sn)?.(
      issued
        ? { status: 'claimed', id: issued.id, token, epoch: issued.epoch }
        : { status: 'waiting', retrySecs: RETRY_SECONDS },
    );
  }
}
