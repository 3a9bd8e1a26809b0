import { expect, test } from 'vitest';
import type { ClientsUpdate } from '../store.ts';
import { createSampleClient } from './samples.ts';
import { SUITE_START, type SuiteContext } from './suite-context.ts';

/** Tests that stores classify client reports and keep the clients of each device. */
export function testClients({ world, claimDevice }: SuiteContext): void {
  const save = (deviceId: string, update: Partial<ClientsUpdate>, seconds = 0) =>
    world().store.saveClients({
      deviceId,
      full: false,
      present: [],
      left: [],
      receivedAt: SUITE_START + seconds * 1000,
      ...update,
    });
  const online = async (projectId: number, deviceId: string) =>
    (await world().clients(projectId))
      .filter((client) => client.online && client.deviceId === deviceId)
      .map((client) => client.mac);
  const [one, two, three] = [createSampleClient(1).mac, createSampleClient(2).mac, createSampleClient(3).mac];

  test('applies full reports, added and changed clients, and departures', async () => {
    const { id, projectId } = await claimDevice();
    const affected = await save(id, {
      full: true,
      present: [
        createSampleClient(1, { mac: one.toUpperCase(), ip: '10.0.0.1', name: 'phone', rxBytes: 10.6 }),
        createSampleClient(2),
      ],
    });
    expect(affected).toMatchObject([{ projectId, resources: ['clients'] }]);
    expect(await online(projectId, id)).toEqual([one, two]);
    await save(
      id,
      { present: [createSampleClient(3), createSampleClient(1, { signalDbm: -61 })], left: [two] },
      1,
    );
    expect(await world().clients(projectId)).toMatchObject([
      {
        mac: one,
        name: 'phone',
        ip: '10.0.0.1',
        rxBytes: 11,
        signalDbm: -61,
        lastSeenAt: SUITE_START + 1000,
      },
      { mac: two, online: false, lastSeenAt: SUITE_START + 1000 },
      { mac: three, online: true },
    ]);
    await save(id, { full: true, present: [createSampleClient(2)] }, 2);
    expect(await online(projectId, id)).toEqual([two]);
    await save(id, { full: true }, 3);
    expect(await online(projectId, id)).toEqual([]);
    expect(await save('unknown', { full: true, present: [createSampleClient(1)] })).toEqual([]);
  });

  test('ignores late client reports of an earlier session', async () => {
    const { id, projectId } = await claimDevice();
    const startSession = (session: string | undefined) =>
      world().store.step(id, () => ({ device: { state: 1, session } }), SUITE_START);
    await startSession('first');
    await save(id, { session: 'first', present: [createSampleClient(1), createSampleClient(2)] });
    await startSession('second');
    await save(id, { session: 'second', full: true, present: [createSampleClient(2)] }, 1);
    expect(await save(id, { session: 'first', present: [createSampleClient(1)], left: [two] }, 2)).toEqual(
      [],
    );
    expect(await online(projectId, id)).toEqual([two]);
    await startSession(undefined);
    await save(id, { session: 'second', full: true, present: [] }, 3);
    expect(await online(projectId, id)).toEqual([two]);
  });

  test('uses the later of two entries for a client and clears rates that are not reported', async () => {
    const { id, projectId } = await claimDevice();
    const twice = [
      createSampleClient(1, { ip: '10.0.0.1' }),
      createSampleClient(1, { ip: '10.0.0.2', rxRateKbps: 5 }),
    ];
    await save(id, { present: twice });
    expect(await world().clients(projectId)).toMatchObject([{ ip: '10.0.0.2', rxRateKbps: 5 }]);
    await save(id, { present: [createSampleClient(1)] });
    expect(await world().clients(projectId)).toMatchObject([{ ip: '10.0.0.2', rxRateKbps: undefined }]);
  });

  test('assigns a roamed client to its new device despite later reports of the old one', async () => {
    const first = await claimDevice();
    const { projectId } = first;
    const second = await claimDevice(projectId);
    await save(first.id, { full: true, present: [createSampleClient(1), createSampleClient(2)] });
    await save(second.id, { present: [createSampleClient(1)] }, 60);
    await save(first.id, { left: [one] }, 61);
    await save(first.id, { full: true, present: [createSampleClient(2)] }, 62);
    expect(await online(projectId, second.id)).toEqual([one]);
    expect(await online(projectId, first.id)).toEqual([two]);
    expect((await world().clients(projectId))[0]).toMatchObject({ connectedAt: SUITE_START });
    await world().store.step(first.id, () => ({ clientsOffline: true }), SUITE_START);
    expect(await online(projectId, first.id)).toEqual([]);
    expect(await online(projectId, second.id)).toEqual([one]);
  });

  test('keeps a client assigned to its device when another device reports its join and leave in one message', async () => {
    const first = await claimDevice();
    const { projectId } = first;
    const second = await claimDevice(projectId);
    await save(first.id, { present: [createSampleClient(1)] });
    await save(
      second.id,
      { present: [createSampleClient(1), createSampleClient(2)], left: [one.toUpperCase(), two] },
      5,
    );
    expect(await online(projectId, first.id)).toEqual([one]);
    expect(await world().clients(projectId)).toMatchObject([
      { mac: one, deviceId: first.id, lastSeenAt: SUITE_START },
      { mac: two, deviceId: second.id, online: false, lastSeenAt: SUITE_START + 5000 },
    ]);
    await save(first.id, { left: [one] }, 6);
    await save(second.id, { present: [createSampleClient(1)], left: [one] }, 7);
    expect(await world().clients(projectId)).toMatchObject([
      { deviceId: second.id, online: false, lastSeenAt: SUITE_START + 7000 },
      { mac: two },
    ]);
  });

  test('assigns a client to the nearest device and ignores late reports of farther ones', async () => {
    const ap = await claimDevice();
    const { projectId } = ap;
    const gateway = await claimDevice(projectId);
    const atGateway = createSampleClient(1, {
      ip: '10.0.0.9',
      vlan: 20,
      ssid: undefined,
      band: undefined,
      port: 'lan1',
    });
    await save(gateway.id, { present: [atGateway] });
    expect(await online(projectId, gateway.id)).toEqual([one]);
    await save(ap.id, { present: [createSampleClient(1, { ssid: 'Guest', band: '5G' })] }, 1);
    await save(gateway.id, { present: [{ ...atGateway, ip: '10.0.0.10' }] }, 60);
    expect(await world().clients(projectId)).toMatchObject([
      { deviceId: ap.id, ssid: 'Guest', ip: '10.0.0.10', vlan: 20, lastSeenAt: SUITE_START + 1000 },
    ]);
    await save(gateway.id, { left: [one] }, 61);
    await save(gateway.id, { full: true }, 62);
    expect(await online(projectId, ap.id)).toEqual([one]);
    await save(ap.id, { left: [one] }, 70);
    await save(gateway.id, { full: true, present: [atGateway] }, 100);
    expect((await world().clients(projectId)).map((client) => client.online)).toEqual([false]);
    await save(gateway.id, { full: true, present: [atGateway] }, 400);
    expect(await online(projectId, gateway.id)).toEqual([one]);
  });

  test('takes a wireless client’s traffic only from the access point to which it is connected', async () => {
    const ap = await claimDevice();
    const { projectId } = ap;
    const gateway = await claimDevice(projectId);
    const air = { ssid: 'Guest', band: '5G' } as const;
    await save(ap.id, { present: [createSampleClient(1, { ...air, rxBytes: 10, rxRateKbps: 3 })] });
    await save(gateway.id, { present: [createSampleClient(1, { rxBytes: 999, rxRateKbps: 99 })] }, 1);
    expect(await world().clients(projectId)).toMatchObject([{ rxBytes: 10, rxRateKbps: 3 }]);
    await save(ap.id, { present: [createSampleClient(1, air)] }, 2);
    expect(await world().clients(projectId)).toMatchObject([{ rxBytes: 10, rxRateKbps: undefined }]);
  });

  test('treats the same MAC in two projects as two clients', async () => {
    const here = await claimDevice();
    const there = await claimDevice();
    await save(here.id, { present: [createSampleClient(1)] });
    await save(there.id, { present: [createSampleClient(1)] });
    await save(there.id, { left: [one] });
    expect(await online(here.projectId, here.id)).toEqual([one]);
    expect(await online(there.projectId, there.id)).toEqual([]);
  });

  test('accepts a plausible connection time, and starts a new one when the client returns after being offline', async () => {
    const { id, projectId } = await claimDevice();
    const since = SUITE_START - 60_000;
    const reported = { 1: since, 2: SUITE_START + 999_999, 3: 0 };
    await save(id, {
      present: [1, 2, 3].map((n) => createSampleClient(n, { since: reported[n as 1 | 2 | 3] })),
    });
    const started = async () => (await world().clients(projectId)).map((client) => client.connectedAt);
    expect(await started()).toEqual([since, SUITE_START, SUITE_START]);
    await save(id, { left: [one] }, 10);
    await save(id, { present: [createSampleClient(1), createSampleClient(2)] }, 20);
    expect(await started()).toEqual([SUITE_START + 20_000, SUITE_START, SUITE_START]);
  });

  test('saves concurrent reports of two devices whose clients roam between them', async () => {
    const first = await claimDevice();
    const { projectId } = first;
    const second = await claimDevice(projectId);
    const low = Array.from({ length: 40 }, (_, index) => createSampleClient(index));
    const high = Array.from({ length: 40 }, (_, index) => createSampleClient(index + 40));
    for (let round = 0; round < 10; round++) {
      const [ofFirst, ofSecond] = round % 2 === 0 ? [low, high] : [high, low];
      await Promise.all([
        save(first.id, { full: true, present: ofFirst }, round),
        save(second.id, { full: true, present: ofSecond.toReversed() }, round),
        world().store.step(first.id, () => ({ clientsOffline: true }), SUITE_START),
        world().store.step(second.id, () => ({ clientsOffline: true }), SUITE_START),
      ]);
    }
    await save(first.id, { full: true, present: low }, 11);
    await save(second.id, { full: true, present: high }, 11);
    expect(await online(projectId, first.id)).toHaveLength(40);
    expect(await online(projectId, second.id)).toHaveLength(40);
  });
}
