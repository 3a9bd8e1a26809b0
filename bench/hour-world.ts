import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '@northlight/server';
import { TestBrowser } from '@northlight/server/testing';
import { type Db, openDatabase } from '../packages/server/src/platform/db/database.ts';
import { createDataDirectory } from '../tests/process/running-product.ts';
import type { HourAnswer, HourOrder } from './hour-server.ts';
import { type LoopLag, watchLoopLag } from './loop-lag.ts';
import { type Pace, RatedClock } from './rated-clock.ts';

/** Memory after a garbage collection (bytes). */
export interface Memory {
  readonly used: number;
  readonly resident: number;
}

/** A server process on an accelerated clock, its PostgreSQL, and the administrator's browser. */
export interface HourWorld extends AsyncDisposable {
  readonly db: Db;
  readonly browser: TestBrowser;
  readonly mqttPort: number;
  /** A clock with the server's time. */
  readonly clock: RatedClock;
  readonly lag: LoopLag;
  readonly dataDirectory: string;
  readonly server: ChildProcess;
  memory(): Promise<Memory>;
  /** Sets the pace of both clocks from a time on, as a multiple of the machine's clock. */
  play(at: number, times: number): Promise<void>;
}

type Started = Extract<HourAnswer, { kind: 'started' }>;

/** Starts the world at a time (ms since 1970), with the pace of the machine's clock. */
export async function startHourWorld(at: number): Promise<HourWorld> {
  await using starting = new AsyncDisposableStack();
  const dataDirectory = createDataDirectory();
  starting.defer(() => rmSync(dataDirectory, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres(dataDirectory);
  starting.defer(() => postgres.stop());
  const lag = watchLoopLag(dataDirectory);
  const server = forkServer(dataDirectory, lag);
  starting.defer(() => end(server));
  let asked: Promise<unknown> = Promise.resolve();
  /** Sends one command at a time, because answers contain no id. */
  const ask = (order: HourOrder): Promise<HourAnswer> => {
    const answered = asked.then(async () => {
      server.send(order);
      const [answer] = (await once(server, 'message')) as [HourAnswer];
      return answer;
    });
    asked = answered.catch(() => undefined);
    return answered;
  };
  const pace: Pace = { machineAt: Date.now(), at, times: 1 };
  const clock = new RatedClock(pace);
  const { account, address, mqttPort, password } = (await ask({
    kind: 'start',
    databaseUrl: postgres.url,
    pace,
  })) as Started;
  const db = openDatabase(postgres.url, () => undefined);
  starting.defer(() => db.destroy());
  const browser = new TestBrowser(address);
  await browser.call('signIn', { body: { account, password } });
  const running = starting.move();
  return {
    db,
    browser,
    mqttPort,
    clock,
    lag,
    dataDirectory,
    server,
    memory: async () => (await ask({ kind: 'memory' })) as Extract<HourAnswer, { kind: 'memory' }>,
    play: async (from, times) => {
      const next: Pace = { machineAt: Date.now(), at: from, times };
      clock.play(next);
      await ask({ kind: 'play', pace: next });
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

function forkServer(dataDirectory: string, lag: LoopLag): ChildProcess {
  return fork(fileURLToPath(new URL('./hour-server.ts', import.meta.url)), {
    execArgv: [...process.execArgv, '--expose-gc'],
    env: {
      ...process.env,
      NORTHLIGHT_PORT: '0',
      NORTHLIGHT_MQTT_PORT: '0',
      NORTHLIGHT_MQTTS_PORT: '0',
      NORTHLIGHT_DEVICE_HTTPS_PORT: '0',
      NORTHLIGHT_UCENTRAL_PORT: 'off',
      NORTHLIGHT_DATA: dataDirectory,
      ...lag.env,
    },
  });
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = once(server, 'exit');
  server.disconnect();
  await ended;
}
