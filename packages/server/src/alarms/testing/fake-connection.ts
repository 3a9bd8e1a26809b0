import type { DeviceConnection, Outgoing } from '@northlight/device-plane';

/** A connection that exists only in memory and never times out. */
export class FakeConnection implements DeviceConnection {
  readonly deviceId: string;
  readonly received: Outgoing[] = [];
  session: string | undefined;
  lastActiveAt = Number.POSITIVE_INFINITY;

  constructor(deviceId: string) {
    this.deviceId = deviceId;
  }

  publish(message: Outgoing): void {
    this.received.push(message);
  }

  close(): void {
    this.received.length = 0;
  }
}
