import { DEMO_MESH_PROJECT, DEMO_WLAN_PROJECT, NET_MODES, TYPE_FLAG_DEMO } from '@northlight/contract';
import type { Clock, Entropy } from '@northlight/runtime';
import { sql } from 'kysely';
import type { BaseDevice } from '../../devices/index.ts';
import { insertProject } from '../../projects/index.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Services } from '../../services.ts';
import type { TestBrowser } from '../browser.ts';
import { DEVICE_PASSWORD, type TestServer } from '../test-server.ts';

export interface Answered {
  readonly status: number;
  readonly text: string;
}

/** What the matrix asks of a server, with the two demo projects: one within this process, or one that runs by itself. */
export interface MatrixServer {
  readonly address: string;
  readonly mqttPort: number;
  readonly cookieName: string;
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** A browser signed in as a fresh account. */
  signedUp(account: string): Promise<TestBrowser>;
  /** Puts a device on the manufacturer's list. */
  register(device: Partial<BaseDevice>): Promise<BaseDevice[]>;
  /** What a request is answered with; a stream has no text. */
  answer(path: string, init: RequestInit): Promise<Answered>;
  /** Lets a time pass for shares that end and for counts of attempts (ms). */
  pass(ms: number): Promise<void>;
}

/** The server of a test, with the two demos in its database. */
export async function inProcess(test: TestServer): Promise<MatrixServer> {
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
    answer: (path, init) => answerOf(new URL(path, server.address), init),
    pass: (ms) => passTime(services.db, ms),
  };
}

/** The two demo projects, without devices. */
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

/** Moves the ends of shares into the past and forgets attempts: no clock has to go through every tick of the time. */
export async function passTime(db: Db, ms: number): Promise<void> {
  await db.deleteFrom('attempts').execute();
  await db
    .updateTable('shares')
    .set({ expires_at: sql<Date>`expires_at - ${ms} * interval '1 millisecond'` })
    .execute();
}

/** Asks once; a stream is left as soon as it has begun. Rejects when there is nobody to answer. */
export async function answerOf(address: URL, init: RequestInit): Promise<Answered> {
  const stop = new AbortController();
  const response = await fetch(address, { ...init, redirect: 'manual', signal: stop.signal });
  const stream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const text = stream ? '' : await response.text();
  if (stream) stop.abort();
  return { status: response.status, text };
}
