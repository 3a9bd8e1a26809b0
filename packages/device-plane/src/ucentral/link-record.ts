import type { OpenWifiLink, OpenWifiStore } from './store.ts';

/**
 * Protocol state of one connected device. It is read once, cached, and written on each change until the
 * connection closes.
 */
export class LinkRecord {
  readonly #store: OpenWifiStore;
  readonly #deviceId: string;
  #link: OpenWifiLink;
  #closed = false;

  private constructor(store: OpenWifiStore, deviceId: string, link: OpenWifiLink) {
    this.#store = store;
    this.#deviceId = deviceId;
    this.#link = link;
  }

  static async load(store: OpenWifiStore, deviceId: string): Promise<LinkRecord> {
    return new LinkRecord(store, deviceId, await store.loadLink(deviceId));
  }

  get link(): OpenWifiLink {
    return this.#link;
  }

  /** Changes the state; resolves when it is stored. Does nothing after `close`. */
  async update(change: Partial<OpenWifiLink>): Promise<void> {
    if (this.#closed) return;
    this.#link = { ...this.#link, ...change };
    await this.#store.saveLink(this.#deviceId, this.#link);
  }

  close(): void {
    this.#closed = true;
  }
}
