import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '@northlight/server';
import pg from 'pg';
import { findFreePort } from './free-port.ts';
import { createDataDirectory } from '../tests/process/running-product.ts';
import { readCpuSeconds, readPostgresCpu } from './cpu.ts';

/** A plain pipeline for comparison: mosquitto, a subscriber that writes batches by COPY, and PostgreSQL. */
export interface PlainPipeline extends AsyncDisposable {
  readonly port: number;
  /** Returns the number of committed rows. */
  stored(): Promise<number>;
  /** Returns the processor seconds that its three parts have used. */
  cpu(): { broker: number; subscriber: number; postgres: number };
}

/**
 * Starts mosquitto, the subscriber and PostgreSQL on loopback. PostgreSQL has the version and settings of the
 * product's PostgreSQL, with fsync on. mosquitto saves to disk periodically, which is its default, and does
 * not limit messages in flight.
 */
export async function startPlainPipeline(): Promise<PlainPipeline> {
  await using starting = new AsyncDisposableStack();
  const directory = createDataDirectory();
  starting.defer(() => rmSync(directory, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres(directory);
  starting.defer(() => postgres.stop());
  const port = await findFreePort();
  const broker = await startMosquitto(directory, port);
  starting.defer(() => end(broker));
  const subscriber = fork(fileURLToPath(new URL('./plain-subscriber.ts', import.meta.url)), [
    String(port),
    postgres.url,
  ]);
  starting.defer(() => end(subscriber));
  await once(subscriber, 'message');
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  starting.defer(() => client.end());
  const running = starting.move();
  return {
    port,
    stored: async () => {
      const { rows } = await client.query<{ count: string }>('select count(*) from reports');
      return Number(rows[0]?.count);
    },
    cpu: () => ({
      broker: readCpuSeconds(broker.pid),
      subscriber: readCpuSeconds(subscriber.pid),
      postgres: readPostgresCpu(directory),
    }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function startMosquitto(directory: string, port: number): Promise<ChildProcess> {
  const home = join(directory, 'mosquitto');
  mkdirSync(home);
  chmodSync(home, 0o777);
  const access = join(home, 'access');
  writeFileSync(
    access,
    'user subscriber\ntopic read d/+/up/stat\n\npattern write d/%u/up/#\npattern read d/%u/down/#\n',
  );
  const configuration = join(home, 'mosquitto.conf');
  const lines = [
    `listener ${port} 127.0.0.1`,
    'allow_anonymous true',
    `acl_file ${access}`,
    'persistence true',
    `persistence_location ${home}/`,
    'max_inflight_messages 0',
    'max_queued_messages 0',
    'set_tcp_nodelay true',
    'log_type error',
  ];
  writeFileSync(configuration, `${lines.join('\n')}\n`);
  const broker = spawn(findMosquittoPath(), ['-c', configuration], { stdio: 'inherit' });
  for (let tries = 0; tries < 100; tries++) {
    if (await isListening(port)) return broker;
    await wait(50);
  }
  throw new Error('mosquitto does not listen.');
}

function findMosquittoPath(): string {
  try {
    return execFileSync('which', ['mosquitto'], {
      encoding: 'utf8',
      env: { PATH: '/usr/sbin:/usr/bin' },
    }).trim();
  } catch (cause) {
    throw new Error('mosquitto is not installed: apt-get install mosquitto.', { cause });
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
