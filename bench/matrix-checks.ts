import { setTimeout as wait } from 'node:timers/promises';
import { SystemClock, SystemEntropy } from '@northlight/runtime';
import { registerBaseDevices } from '@northlight/server';
import { createSampleDevice } from '@northlight/server/testing';
import {
  fetchAnswer,
  type MatrixServer,
  passTime,
} from '../packages/server/src/testing/matrix/matrix-server.ts';
import { checkCells, listHarmlessOperations } from '../packages/server/src/testing/matrix/run.ts';
import { createMatrixWorld, type MatrixWorld } from '../packages/server/src/testing/matrix/world.ts';
import type { BenchWorld } from './bench-world.ts';
import { signUp } from './sign-up.ts';

const PAUSE_MS = 100;
const clock = new SystemClock();

/** Returns the running product as a target of the matrix; repeats requests that the killed server did not answer. */
function createMatrixServer(world: BenchWorld): MatrixServer {
  const { db, product } = world;
  const { address } = product;
  return {
    address,
    mqttPort: Number(product.env['NORTHLIGHT_MQTT_PORT']),
    cookieName: 'northlight',
    db,
    clock,
    entropy: new SystemEntropy(),
    signedUp: (account) => signUp(world, account),
    register: async (values) => {
      const devices = [{ ...createSampleDevice(), ...values }];
      await registerBaseDevices(db, devices, clock.now());
      return devices;
    },
    request: async (path, init) => {
      for (;;) {
        const answered = await fetchAnswer(new URL(path, address), init).catch(() => undefined);
        if (answered) return answered;
        await wait(PAUSE_MS);
      }
    },
    passTime: (ms) => passTime(db, ms),
  };
}

export const createBenchMatrixWorld = (world: BenchWorld): Promise<MatrixWorld> =>
  createMatrixWorld(createMatrixServer(world));

/** Runs the matrix repeatedly until stopped. Omits operations that would change the data of later runs. */
export async function checkMatrixWhile(
  world: MatrixWorld,
  running: () => boolean,
): Promise<{ cells: number; faults: string[] }> {
  const counts = { cells: 0, faults: [] as string[] };
  const operations = listHarmlessOperations();
  for (let next = 0; running(); next++) {
    const operation = operations[next % operations.length];
    if (!operation) break;
    const { cells, leaks, undeclared } = await checkCells(world, [operation]);
    counts.cells += cells;
    counts.faults.push(...leaks, ...undeclared);
  }
  return counts;
}
