import { DEVICE_ID_PATTERN } from '@northlight/contract/device-protocol';
import { type Clock, sha256Hex } from '@northlight/runtime';
import type { DeviceStore } from '../../store.ts';
import { CommandRefused, type DynamicSecurity } from './dynamic-security.ts';
import { KeyedQueue } from './keyed-queue.ts';
import { admitAgain, admitFirst, expel, letIn, sendAway, shutOut } from './rights.ts';

const SHUT_OUT_MS = 60_000;

/**
 * Keeps the broker's accounts of devices as the server's records have them. The records decide: an account whose token
 * is not the device's present one is removed, and the device comes to a new one by first contact.
 */
export class CredentialBook {
  readonly #store: DeviceStore;
  readonly #clock: Clock;
  readonly #security: DynamicSecurity;
  /** Device → SHA-256 of the token that the broker has for it. */
  readonly #known = new Map<string, string>();
  /** Devices whose account was changed since the last comparison began. */
  readonly #touched = new Set<string>();
  readonly #shutOut = new Set<string>();
  readonly #order = new KeyedQueue();

  constructor(store: DeviceStore, clock: Clock, security: DynamicSecurity) {
    this.#store = store;
    this.#clock = clock;
    this.#security = security;
  }

  knows(deviceId: string): boolean {
    return this.#known.has(deviceId);
  }

  /** Work on one device's credential, after what is under way on it. */
  inOrder<T>(deviceId: string, work: () => Promise<T>): Promise<T> {
    return this.#order.run(deviceId, work);
  }

  /** To be called in order: the token counts from then on, any other one does not, and who is in under the id is out. */
  async admit(deviceId: string, token: string): Promise<void> {
    this.#touched.add(deviceId);
    const tokenHash = sha256Hex(token);
    const account = { deviceId, token, tokenHash };
    if (this.knows(deviceId))
      try {
        await this.#security.run(...admitAgain(account));
        this.#known.set(deviceId, tokenHash);
        return;
      } catch (error) {
        // Somebody removed it behind our back.
        if (!(error instanceof CommandRefused)) throw error;
      }
    await this.#security.run(...admitFirst(account));
    this.#known.set(deviceId, tokenHash);
  }

  /** Removes the device's account if it is not the one that the records have, else ends its connection alone. */
  checkAndSendAway(deviceId: string): Promise<void> {
    return this.inOrder(deviceId, async () => {
      const isOut = (await this.#check(deviceId)) || this.#shutOut.has(deviceId);
      if (!isOut) await this.#security.run(...sendAway(deviceId));
    });
  }

  /** True when the records have this device, with the token that the broker has. */
  async isPresent(deviceId: string): Promise<boolean> {
    const known = this.#known.get(deviceId);
    return known !== undefined && (await this.#store.credential(deviceId))?.tokenHash === known;
  }

  /** Keeps a device out for a minute. */
  async shutOut(deviceId: string): Promise<void> {
    if (this.#shutOut.has(deviceId)) return;
    this.#shutOut.add(deviceId);
    this.#clock.after(SHUT_OUT_MS, () => {
      this.#shutOut.delete(deviceId);
      // When the broker is away just then, the next comparison lets it in.
      this.#security.run(letIn(deviceId)).catch(() => undefined);
    });
    await this.#security.run(shutOut(deviceId));
  }

  /** Compares all of the broker's accounts with the records; what the two do not share is removed. */
  async compare(): Promise<void> {
    this.#touched.clear();
    const all = await this.#security.accounts();
    // Of an account that was changed meanwhile, more is known than what was listed.
    const accounts = all.filter(
      ({ username }) => DEVICE_ID_PATTERN.test(username) && !this.#touched.has(username),
    );
    for (const deviceId of this.#known.keys()) if (!this.#touched.has(deviceId)) this.#known.delete(deviceId);
    for (const { textdescription, username } of accounts) this.#known.set(username, textdescription);
    for (const { disabled, username } of accounts)
      await this.inOrder(username, async () => {
        const removed = await this.#check(username);
        if (!removed && disabled && !this.#shutOut.has(username)) await this.#security.run(letIn(username));
      });
  }

  /** True when the account was removed. */
  async #check(deviceId: string): Promise<boolean> {
    if (await this.isPresent(deviceId)) return false;
    this.#touched.add(deviceId);
    await this.#security.run(...expel(deviceId));
    this.#known.delete(deviceId);
    return true;
  }
}
