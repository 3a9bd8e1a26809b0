import { topics } from '@northlight/contract/device-protocol';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createProject, RawDevice, startTestServer, type TestServer } from '../testing/index.ts';

let world: TestServer;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'));
});
afterAll(() => world[Symbol.asyncDispose]());

test('rejects and ignores a valid message under another device’s id', async () => {
  const owner = await world.signedUp();
  const { id: projectId } = await createProject(owner);
  const bases = await world.register({ model: 'NL-AP6C' }, { model: 'NL-AP6C' });
  const credentials = [];
  for (const base of bases) {
    await owner.call('deviceAdd', {
      params: { projectId },
      body: { sn: base.sn, claimCode: base.claimCode },
    });
    credentials.push({ base, credential: await RawDevice.provision(world.mqttPort, base) });
  }
  const [victim, attacker] = credentials;
  if (!victim || !attacker) throw new Error('Two devices were registered.');
  await using _honest = await RawDevice.online(world.mqttPort, victim.base, victim.credential);
  const messages = {
    evt: { eid: 'e', ts: 0, type: 'link-down', sev: 'critical' },
    death: { session: 'attacker', bd: 0 },
    cfg: { rev: 1, hash: 'h', status: 'rejected' },
  } as const;
  for (const channel of ['evt', 'death', 'cfg'] as const) {
    const { mqtt } = world.server.gateway;
    const before = mqtt.refusals.publish;
    const { base, credential } = attacker;
    const device = await RawDevice.online(world.mqttPort, base, credential, { session: 'attacker' });
    const closed = new Promise<void>((resolve) => device.client.once('close', () => resolve()));
    device.client.publish(topics.up(victim.credential.id, channel), JSON.stringify(messages[channel]), {
      qos: 1,
    });
    await closed;
    expect(mqtt.refusals.publish).toBe(before + 1);
  }
  const { items } = await owner.call('alarmList', { params: { projectId } });
  expect(items.filter((alarm) => alarm.kind !== 'device-offline')).toEqual([]);
});
