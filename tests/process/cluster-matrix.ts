import { SystemClock } from '@northlight/runtime';
import { registerBaseDevices } from '@northlight/server';
import { createSampleDevice, signUpDirectly, TestBrowser } from '@northlight/server/testing';
import {
  fetchAnswer,
  insertDemos,
  type MatrixServer,
  passTime,
} from '../../packages/server/src/testing/matrix/matrix-server.ts';
import type { Cluster, ServerProcess } from './cluster.ts';

/** Runs the matrix over several processes; each request goes to another process. */
export async function createClusterMatrix(
  cluster: Cluster,
  servers: readonly ServerProcess[],
): Promise<MatrixServer> {
  const { services } = cluster.local.context;
  const { config, db, entropy } = services;
  await insertDemos(services);
  const [first] = servers;
  if (!first) throw new Error('There is no process.');
  const clock = new SystemClock();
  let asked = 0;
  return {
    address: first.address,
    mqttPort: first.mqttPort,
    cookieName: config.cookieName,
    db,
    clock,
    entropy,
    signedUp: async (account) => {
      const browser = new TestBrowser(first.address);
      browser.adoptSession(config.cookieName, await signUpDirectly(services, account));
      return browser;
    },
    register: async (values) => {
      const devices = [{ ...createSampleDevice(), ...values }];
      await registerBaseDevices(db, devices, clock.now());
      return devices;
    },
    request: (path, init) => {
      const { address } = servers[asked++ % servers.length] ?? first;
      const headers = { ...(init.headers as Record<string, string>) };
      if (headers['origin'] !== undefined) headers['origin'] = address;
      return fetchAnswer(new URL(path, address), { ...init, headers });
    },
    passTime: (ms) => passTime(db, ms),
  };
}
