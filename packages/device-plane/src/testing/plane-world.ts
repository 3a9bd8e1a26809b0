import { topics, type UpChannel } from '@northlight/contract/device-protocol';
import { SeededEntropy, SteppedClock } from '@northlight/runtime';
import { MemoryDeviceStore } from './memory-store.ts';
import { DevicePlane } from '../plane.ts';
import type { DeviceConnection } from '../plane-services.ts';
import type { Outgoing } from '../records.ts';
import { createSampleBirth } from './samples.ts';

/** A device plane on an in-memory store, with devices that connect to it without a protocol. */
export class PlaneWorld<S extends MemoryDeviceStore = MemoryDeviceStore> {
  readonly clock: SteppedClock;
  readonly changes: string[] = [];
  /** Work that changes requested, in their order. */
  readonly requested: string[] = [];
  readonly warnings: string[] = [];
  readonly plane: DevicePlane;
  readonly store: S;
  #count = 0;

  constructor(store: S, options: { clock?: SteppedClock; seed?: number } = {}) {
    this.store = store;
    this.clock = options.clock ?? new SteppedClock();
    this.plane = new DevicePlane({
      store,
      clock: this.clock,
      entropy: new SeededEntropy(options.seed ?? 1),
      log: { warn: (_fields, message) => this.warnings.push(message) },
      publishChange: ({ advanceJobs, groupAlarms, projectId, resources }) => {
        for (const resource of resources) this.changes.push(`${resource} ${projectId}`);
        if (advanceJobs) this.requested.push('advance jobs');
        if (groupAlarms) this.requested.push(`group alarms of ${projectId}`);
      },
    });
  }

  claimDevice(projectId = 7): Promise<string> {
    return this.store.claim(`SN-${++this.#count}`, projectId, this.clock.now());
  }

  /** Connects a device that has not sent a birth. */
  async connect(deviceId: string): Promise<TestConnection> {
    const connection = new TestConnection(deviceId, this.clock.now(), this.plane);
    await this.plane.connected(connection);
    return connection;
  }

  /** Connects a device and sends its birth. */
  async bringOnline(
    deviceId: string,
    birth: Parameters<typeof createSampleBirth>[0] = {},
  ): Promise<TestConnection> {
    const connection = await this.connect(deviceId);
    const { sn } = await this.store.device(deviceId);
    await connection.send('birth', createSampleBirth({ sn, ...birth }));
    return connection;
  }
}

export class TestConnection implements DeviceConnection {
  readonly deviceId: string;
  token: string | undefined;
  readonly received: Outgoing[] = [];
  readonly #plane: DevicePlane;
  session: string | undefined;
  lastActiveAt: number;
  closed: string | undefined;

  constructor(deviceId: string, now: number, plane: DevicePlane) {
    this.deviceId = deviceId;
    this.lastActiveAt = now;
    this.#plane = plane;
  }

  publish(message: Outgoing): void {
    this.received.push(message);
  }

  close(reason: string): void {
    this.closed ??= reason;
  }

  send(channel: UpChannel, payload: object): Promise<void> {
    return this.#plane.receive(this, channel, payload);
  }

  /** Sends a request; returns the answers to this request id, oldest first. */
  async request(requestId: string, request: unknown): Promise<object[]> {
    await this.#plane.request(this, requestId, request);
    const topic = topics.downResponse(this.deviceId, requestId);
    return this.received.filter((message) => message.topic === topic).map(({ payload }) => payload);
  }

  /** Simulates the close of the socket. */
  disconnect(): Promise<void> {
    return this.#plane.disconnected(this);
  }
}
