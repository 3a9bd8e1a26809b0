import { type HelloMessage, helloMessage, type OfferMessage } from '@northlight/contract/device-protocol';
import { type Clock, type Entropy, randomBase62, sha256Hex } from '@northlight/runtime';
import type { DeviceStore } from './store.ts';
import { MalformedMessage } from './plane.ts';

/** Base62: 256 bits. */
export const TOKEN_LENGTH = 43;
const RETRY_SECONDS = 15;

/** First contact: a device that proved its secret says hello, and hears an offer once an account has claimed it. */
export class Provisioning {
  readonly #store: DeviceStore;
  readonly #clock: Clock;
  readonly #entropy: Entropy;
  readonly #endEarlierCredential: (deviceId: string) => void;
  readonly #onDeviceWaiting: (accountId: string) => void;
  readonly #listening = new Map<string, (offer: OfferMessage) => void>();

  /** `endEarlierCredential` closes connections that use a credential issued before the newest one. */
  constructor(
    store: DeviceStore,
    clock: Clock,
    entropy: Entropy,
    endEarlierCredential: (deviceId: string) => void,
    onDeviceWaiting: (accountId: string) => void = () => undefined,
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#entropy = entropy;
    this.#endEarlierCredential = endEarlierCredential;
    this.#onDeviceWaiting = onDeviceWaiting;
  }

  listen(sn: string, publish: (offer: OfferMessage) => void): () => void {
    this.#listening.set(sn, publish);
    return () => {
      if (this.#listening.get(sn) === publish) this.#listening.delete(sn);
    };
  }

  async hello(sn: string, payload: unknown, address?: string): Promise<void> {
    const parsed = helloMessage.safeParse(payload);
    if (!parsed.success) throw new MalformedMessage(parsed.error.message);
    await this.#answer(sn, parsed.data, address);
  }

  /** An account has just claimed this serial number: a device that waits on an open connection hears it at once. */
  async claimed(sn: string): Promise<void> {
    if (this.#listening.has(sn)) await this.#answer(sn, undefined);
  }

  async #answer(sn: string, hello: HelloMessage | undefined, address?: string): Promise<void> {
    const token = randomBase62(this.#entropy, TOKEN_LENGTH);
    const issued = await this.#store.issueCredential(sn, sha256Hex(token));
    if (!issued && hello) {
      const list = await this.#store.recordHello(sn, hello, this.#clock.now(), address);
      if (list) this.#onDeviceWaiting(list.accountId);
    }
    if (issued) this.#endEarlierCredential(issued.id);
    this.#listening.get(sn)?.(
      issued
        ? { status: 'claimed', id: issued.id, token, epoch: issued.epoch }
        : { status: 'waiting', retrySecs: RETRY_SECONDS },
    );
  }
}
