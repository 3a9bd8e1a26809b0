/** Devices whose neighbours, guests and scans have random content, for ten minutes at six times the usual rate of reports. */
import { topics, upMessages } from '@northlight/contract/device-protocol';
import { cleanMessage } from '@northlight/device-plane';
import { SeededEntropy, SteppedClock } from '@northlight/runtime';
import { expect, inject, test } from 'vitest';
import { ForeignContent } from '../testing/foreign-content.ts';
import {
  createOpenWifiSite,
  createProject,
  encodeSwitchConnect,
  pollUntil,
  RawDevice,
  startTestServer,
} from '../testing/index.ts';

const ROUNDS = 120;
const ROUND_MS = 5_000;
const ENTRIES = 12;
const list = (one: (index: number) => object): object[] =>
  Array.from({ length: ENTRIES }, (_, index) => one(index));

test('a device with random foreign content stays connected, and each entry is kept or named', async () => {
  await using world = await startTestServer(inject('databaseUrl'), { clock: new SteppedClock(Date.now()) });
  const owner = await world.signedUp();
  const { id: projectId } = await createProject(owner);
  const [base] = await world.register({ model: 'NL-AP6C' });
  if (!base) throw new Error('There is no access point.');
  const { sn, claimCode } = base;
  const { id } = await owner.call('deviceAdd', { params: { projectId }, body: { sn, claimCode } });
  const credential = await RawDevice.provision(world.mqttPort, base);
  await using device = await RawDevice.online(world.mqttPort, base, credential, { session: 'odd' });
  let closed = 0;
  device.client.on('close', () => closed++);
  const content = new ForeignContent(new SeededEntropy(41));
  let sent: Promise<void> = Promise.resolve();
  let [entries, leftOut] = [0, 0];
  const named = new Set<string>();
  /** Sends a message. Each entry that the server leaves out must be among the parts that its log names. */
  const send = (
    channel: 'clients' | 'stat' | 'topo',
    lists: Readonly<Record<string, object[]>>,
    more: object,
    seq: number,
  ): void => {
    const message = { session: 'odd', seq, ts: world.clock.now(), ...more, ...lists };
    const received = JSON.parse(JSON.stringify(message)) as object;
    const { changes, payload } = cleanMessage<object>(upMessages[channel], received);
    for (const [name, own] of Object.entries(lists)) {
      const kept = (payload as Record<string, unknown[]>)[name]?.length ?? 0;
      const parts = [...changes].filter(([part]) => part.startsWith(name));
      expect(own.length - kept).toBeLessThanOrEqual(parts.reduce((sum, [, times]) => sum + times, 0));
      entries += own.length;
      leftOut += own.length - kept;
      for (const [part] of parts) named.add(part);
    }
    sent = device.publish(topics.up(id, channel), received);
  };
  for (let round = 1; round <= ROUNDS; round++) {
    send('topo', { lldp: list((index) => content.neighbour(index)) }, {}, round);
    await sent;
    send('clients', { join: list((index) => content.client(index)) }, { full: true }, round);
    await sent;
    send(
      'stat',
      { nearbyNetworks: list((index) => content.network(index)) },
      { cpu: content.value() },
      round,
    );
    let acknowledged = false;
    void sent.then(() => (acknowledged = true));
    await pollUntil(async () => {
      await world.clock.advance(100);
      return acknowledged;
    });
    await world.clock.advance(ROUND_MS);
  }
  expect(closed).toBe(0);
  expect(entries).toBe(3 * ROUNDS * ENTRIES);
  expect(leftOut).toBeGreaterThan(0);
  expect(named.size).toBeGreaterThan(10);
  const { items } = await owner.call('logList', { params: { projectId }, query: {} });
  const events = items.map(({ event }) => event);
  expect(events).not.toContain('Offline');
  for (const channel of ['topo', 'clients', 'stat'])
    expect(events.some((event) => event.startsWith(`Parts of a message left out: ${channel}: `))).toBe(true);
  // The clients of the last report with a usable address are shown.
  const shown = await owner.call('clientList', { params: { projectId } });
  expect(shown.items.length).toBeGreaterThan(0);
  for (const { name } of shown.items) expect(name).not.toMatch(/\p{Cc}/u);
  await owner.call('topologyGet', { params: { projectId } });
  await owner.call('deviceGet', { params: { projectId, deviceId: id } });
});

test('an OpenWiFi device with random foreign content stays connected', async () => {
  await using world = await startTestServer(inject('databaseUrl'), { clock: new SteppedClock(Date.now()) });
  const owner = await world.signedUp();
  const site = await createOpenWifiSite(world, owner, 'Odd devices');
  await using device = await site.added(encodeSwitchConnect);
  await site.settle(device);
  const { params, raw, serial } = device;
  const content = new ForeignContent(new SeededEntropy(42));
  let closed = false;
  void raw.closed.then(() => (closed = true));
  for (let round = 1; round <= ROUNDS; round++) {
    const state = content.openWifiState();
    raw.send(JSON.stringify({ jsonrpc: '2.0', method: 'state', params: { serial, uuid: 1, state } }));
    await world.clock.advance(ROUND_MS);
  }
  // A state that is read afterwards has passed all earlier ones.
  raw.send(
    `{"jsonrpc":"2.0","method":"state","params":{"serial":"${serial}","uuid":1,"state":{"unit":{"load":[0.42,0,0],"memory":{"total":4,"free":1}}}}}`,
  );
  await pollUntil(async () => {
    await world.clock.advance(1_000);
    return (await device.get()).memoryPercent === 75;
  });
  expect(closed).toBe(false);
  await owner.call('topologyGet', { params });
  await owner.call('clientList', { params });
});
