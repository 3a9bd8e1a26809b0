import type { Connect, Connection } from '@northlight/agent';

/** The way of a device to the cloud, which can be interrupted while the device runs. */
export class NetworkPath {
  readonly #connect: Connect;
  #isUp = true;
  #connection: Connection | undefined;

  constructor(connect: Connect) {
    this.#connect = connect;
  }

  /** Connects to the cloud; rejects while the path is interrupted. */
  readonly connect: Connect = async (request) => {
    if (!this.#isUp) throw new Error('The device has no network.');
    const connection = await this.#connect(request);
    this.#connection = connection;
    return connection;
  };

  /** Interrupts the path, which ends the connection without a disconnect, or restores it. */
  set(isUp: boolean): void {
    if (this.#isUp === isUp) return;
    this.#isUp = isUp;
    if (!isUp) this.#connection?.drop();
  }
}
