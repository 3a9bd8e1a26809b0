import type { BrokerPlace } from '@northlight/contract/device-protocol';

/** A broker in front: devices meet the cloud there, and the endpoint beside it serves first contact alone. */
export interface Meeting {
  /** False while the broker is not reached: nobody can be admitted. */
  readonly isOpen: boolean;
  /** True when the broker has a credential of this device. */
  knows(deviceId: string): boolean;
  /**
   * The device comes in with this token and with nothing else from now on; who is in under its id is out. Rejects when
   * the broker did not take it.
   */
  admit(deviceId: string, token: string): Promise<void>;
  /** Where a device finds the broker that speaks TLS with the cloud, or does not. */
  placeFor(encrypted: boolean): BrokerPlace;
}
