import { DEMO_MESH_PROJECT, DEMO_WLAN_PROJECT, NET_MODES, TYPE_FLAG_DEMO } from '@northlight/contract';
import type { Clock, Entropy } from '@northlight/runtime';
import { sql } from 'kysely';
import type { BaseDevice } from '../../devices/index.ts';
import { insertProject } from '../../projects/index.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Services } from '../../services.ts';
import type { TestBrowser } from '../browser.ts';
import { DEVICE_PASSWORD, type TestServer } from '../test-server.ts';

export interface MatrixAnswer {
  readonly status: number;
  readonly text: string;
}

/** A server with the two demo projects against which the matrix runs, in this process or in another one. */
export interface MatrixServer {
  readonly address: string;
  readonly mqttPort: number;
  readonly cookieName: string;
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** Returns a browser signed in to a new account. */
  signedUp(account: string): Promise<TestBrowser>;
  /** Adds a device to the manufacturer's list. */
  register(device: Partial<BaseDevice>): Promise<BaseDevice[]>;
  /** Sends a request and returns its answer. The answer of a stream has no text. */
  request(path: string, init: RequestInit): Promise<MatrixAnswer>;
  /** Expires shares and resets attempt counts, as if a time had passed (ms). */
  passTime(ms: number): Promise<void>;
}

/** Adds the two demos to the server of a test. */
export async function createInProcessServer(test: TestServer): Promise<MatrixServer> {
  const { mqttPort, server, services } = test;
  await insertDemos(services);
  return {
    address: server.address,
    mqttPort,
    cookieName: services.config.cookieName,
    db: services.db,
    clock: test.clock,
    entropy: services.entropy,
    signedUp: (account) => test.signedUp(account),
    register: (device) => test.register(device),
    request: (path, init) => fetchAnswer(new URL(path, server.address), init),
    passTime: (ms) => passTime(services.db, ms),
  };
}

/** Inserts the two demo projects without devices. */
export async function insertDemos(services: Services): Promise<void> {
  for (const [id, name, netMode] of [
    [DEMO_WLAN_PROJECT, 'Demo hotel', NET_MODES.wlan],
    [DEMO_MESH_PROJECT, 'Demo house', NET_MODES.mesh],
  ] as const)
    await insertProject(services, services.db, {
      id,
      name,
      netMode,
      ownerId: null,
      typeFlag: TYPE_FLAG_DEMO,
      scenario: 'hotel',
      country: '',
      province: '',
      city: '',
      address: '',
      timeZone: 'Europe/Lisbon',
      devicePassword: DEVICE_PASSWORD,
    });
}

/**
 * Moves the expiry of shares into the past and deletes attempts, as if a time had passed, without advancing a
 * clock.
 */
export async function passTime(db: Db, ms: number): Promise<void> {
  await db.deleteFrom('attempts').execute();
  await db
    .updateTable('shares')
    .set({ expires_at: sql<Date>`expires_at - ${ms} * interval '1 millisecond'` })
    .execute();
}

/** Sends one request and aborts a stream after its headers. Rejects when no server answers. */
export async function fetchAnswer(address: URL, init: RequestInit): Promise<MatrixAnswer> {
  const stop = new AbortController();
  const response = await fetch(address, { ...init, redirect: 'manual', signal: stop.signal });
  const stream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const text = stream ? '' : await response.text();
  if (stream) stop.abort();
  return { status: response.status, text };
}
