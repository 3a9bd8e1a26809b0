import {
  DeviceLink,
  FACTORY,
  checkConfig,
  createMemoryStore,
  createMqttConnector,
  SILENT_LOG,
} from '@northlight/agent';
import { findCapabilities } from '@northlight/contract';
import { SystemEntropy } from '@northlight/runtime';
import { expect, inject, test } from 'vitest';
import { createProject, pollUntil, RawDevice, startTestServer } from '../testing/index.ts';
import type { BaseDevice } from './base-devices.ts';

test('corrects the clock of the agent, and accepts the credential that the agent renews', async () => {
  await using world = await startTestServer(inject('databaseUrl'));
  const owner = await world.signedUp();
  const { id: projectId } = await createProject(owner);
  const [base] = (await world.register({ model: 'NL-GW5' })) as [BaseDevice];
  const { sn, claimCode, mac, model } = base;
  await owner.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } });
  const { id, token } = await RawDevice.provision(world.mqttPort, base);
  const caps = findCapabilities(model);
  if (!caps) throw new Error('no such model');
  const credential = { id, token, epoch: 1 };
  const store = createMemoryStore({ ...FACTORY, credential, renewedAt: 0 });
  // A device clock without a battery starts near 1970.
  const clock = {
    now: () => 1_000,
    after: (ms: number, run: () => void) => world.clock.after(ms, run),
  };
  const link = new DeviceLink({
    sn,
    connect: createMqttConnector({ host: '127.0.0.1', port: world.mqttPort }),
    driver: {
      describe: () => ({
        model,
        sn,
        mac,
        sw: '1',
        hw: '1',
        caps,
        uptimeSeconds: 1,
        managed: 'cloud',
        nets: {},
      }),
      apply: (config) => Promise.resolve(checkConfig(config, caps)),
      restore: () => Promise.resolve(),
      command: () => Promise.resolve(),
      wentOnline: () => undefined,
      wentOffline: () => undefined,
    },
    store,
    clock,
    entropy: new SystemEntropy(),
    log: SILENT_LOG,
  });
  await link.boot();
  await pollUntil(async () => (await store.load())?.next !== undefined);
  expect(link.state.offsetMs).toBe(world.clock.now() - 1_000);
  const next = (await store.load())?.next;
  link.cutPower();
  await link.boot();
  await pollUntil(() => link.online);
  expect((await store.load())?.credential).toEqual(next);
  const stored = world.services.db.selectFrom('devices').select('epoch').where('id', '=', id);
  expect(await stored.executeTakeFirst()).toEqual({ epoch: 2 });
  await link.stop();
});
