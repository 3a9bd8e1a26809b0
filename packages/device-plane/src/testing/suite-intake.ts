import { expect, test } from 'vitest';
import { createSampleFacts, createSampleStat } from './samples.ts';
import { SUITE_START, type SuiteContext } from './suite-context.ts';

/** Tests provisioning, credentials and reports of devices. */
export function testIntake({ world, claimDevice }: SuiteContext): void {
  test('lists a serial number as waiting from its hello until it is claimed', async () => {
    const { store } = world();
    const sn = 'NLSUITEWAITING01';
    expect(await store.readProvisioning(sn)).toBeUndefined();
    await world().addBaseDevice(sn, 'secret');
    expect(await store.readProvisioning(sn)).toEqual({ secretHash: 'secret', claimed: false });
    const hello = { v: 1, model: 'NL-GW5', mac: '02:4e:4c:00:00:01', sw: '1.0.0' } as const;
    await store.recordHello(sn, hello, SUITE_START);
    await store.recordHello(sn, { ...hello, sw: '1.0.1' }, SUITE_START + 1);
    expect((await world().waiting()).filter((waiting) => waiting === sn)).toEqual([sn]);
    expect(await store.issueCredential(sn, 'token')).toBeUndefined();
    await world().claim(sn, 700_000, SUITE_START);
    expect(await store.readProvisioning(sn)).toEqual({ secretHash: 'secret', claimed: true });
    expect(await world().waiting()).not.toContain(sn);
  });

  test('starts a new epoch with each issued token, also for parallel hellos', async () => {
    const { store } = world();
    const { id, sn, projectId } = await claimDevice();
    expect(await store.readCredential(id)).toBeUndefined();
    expect(await store.issueCredential(sn, 'first')).toEqual({ id, epoch: 1 });
    expect(await store.readCredential(id)).toEqual({ tokenHash: 'first', nextHash: undefined, projectId });
    expect(await store.issueCredential(sn, 'second')).toEqual({ id, epoch: 2 });
    expect(await store.readCredential(id)).toEqual({ tokenHash: 'second', nextHash: undefined, projectId });
    const tokens = ['a', 'b', 'c', 'd', 'e'];
    const issued = await Promise.all(tokens.map((token) => store.issueCredential(sn, token)));
    expect(new Set(issued.map((offer) => offer?.epoch))).toEqual(new Set([3, 4, 5, 6, 7]));
    const last = issued.findIndex((offer) => offer?.epoch === 7);
    expect(await store.readCredential(id)).toMatchObject({ tokenHash: tokens[last], projectId });
    expect(await store.readCredential('unknown')).toBeUndefined();
  });

  test('keeps one offered token beside the current one until its first use', async () => {
    const { store } = world();
    const { id, sn, projectId } = await claimDevice();
    const offer = (tokenHash: string, present = 'first') =>
      store.offerCredential(id, present, { tokenHash, salt: `salt of ${tokenHash}` });
    expect(await offer('next')).toBeUndefined();
    await store.issueCredential(sn, 'first');
    expect(await offer('next', 'other')).toBeUndefined();
    const offered = await Promise.all(['a', 'b', 'c'].map((hash) => offer(hash)));
    expect(new Set(offered.map((one) => one?.salt)).size).toBe(1);
    expect(offered).toMatchObject([{ epoch: 2 }, { epoch: 2 }, { epoch: 2 }]);
    const next = offered[0]?.salt.slice('salt of '.length) ?? '';
    expect(await store.readCredential(id)).toEqual({ tokenHash: 'first', nextHash: next, projectId });
    expect(await store.promoteCredential(id, 'guess')).toBe(false);
    expect(await Promise.all([1, 2, 3].map(() => store.promoteCredential(id, next)))).toEqual([
      true,
      true,
      true,
    ]);
    expect(await store.readCredential(id)).toEqual({ tokenHash: next, nextHash: undefined, projectId });
    expect((await world().device(id)).epoch).toBe(2);
    expect(await offer('again')).toBeUndefined();
    expect(await offer('again', next)).toEqual({ salt: 'salt of again', epoch: 3 });
    expect(await store.issueCredential(sn, 'hello')).toEqual({ id, epoch: 3 });
    expect(await store.promoteCredential(id, 'again')).toBe(false);
  });

  test('activates a certificate at its first use and revokes it with its epoch', async () => {
    const { store } = world();
    const { id, sn } = await claimDevice();
    await store.issueCredential(sn, 'first');
    const certificates = async () => {
      const { certificate, nextCertificate } = (await store.readCredential(id)) ?? {};
      return [certificate, nextCertificate];
    };
    expect(await store.offerCertificate(id, { tokenHash: 'other', certificate: 'none' }, 'A')).toBe(false);
    expect(await store.offerCertificate(id, {}, 'A')).toBe(false);
    expect(await store.offerCertificate(id, { tokenHash: 'first' }, 'lost')).toBe(true);
    expect(await store.offerCertificate(id, { tokenHash: 'first' }, 'A')).toBe(true);
    expect(await certificates()).toEqual([undefined, 'A']);
    expect(await store.promoteCertificate(id, 'lost')).toBe(false);
    expect(await Promise.all([1, 2].map(() => store.promoteCertificate(id, 'A')))).toEqual([true, true]);
    expect(await store.offerCertificate(id, { certificate: 'A' }, 'B')).toBe(true);
    expect(await certificates()).toEqual(['A', 'B']);
    await store.issueCredential(sn, 'second');
    expect(await certificates()).toEqual([undefined, undefined]);
    expect(await store.promoteCertificate(id, 'B')).toBe(false);
    expect(await store.offerCertificate(id, { tokenHash: 'first', certificate: 'A' }, 'C')).toBe(false);
  });

  test('stores the newest report and keeps earlier figures that it lacks', async () => {
    const { store } = world();
    const { id: deviceId, projectId } = await claimDevice();
    const other = await claimDevice();
    const at = (seconds: number) => ({ deviceId, sampledAt: SUITE_START + seconds * 1000 });
    const affected = await store.saveStats([
      {
        ...at(1),
        message: createSampleStat({ cpu: 10, clients: 3, nets: { ip: '10.0.0.2', uplinkPort: 'wan1' } }),
      },
      {
        ...at(2),
        message: createSampleStat({
          cpu: 20,
          mem: 40,
          uptimeSeconds: 65.4,
          nets: { ip: '10.0.0.3', uplinkPort: 'wan2' },
        }),
      },
      { deviceId: other.id, sampledAt: SUITE_START, message: createSampleStat({ cpu: 1 }) },
      { deviceId: 'unknown', sampledAt: SUITE_START, message: createSampleStat({ cpu: 1 }) },
    ]);
    expect(new Set(affected.map((resource) => resource.projectId))).toEqual(
      new Set([projectId, other.projectId]),
    );
    const figures = { mem: 40, uptimeSeconds: 65, clients: 3, ip: '10.0.0.3', uplinkPort: 'wan2' };
    expect(await world().figures(deviceId)).toMatchObject({
      ...figures,
      cpu: 20,
      reportedAt: at(2).sampledAt,
    });
    await store.saveStats([{ ...at(3), message: createSampleStat({ cpu: 0 }) }]);
    expect(await world().figures(deviceId)).toMatchObject({
      ...figures,
      cpu: 0,
      reportedAt: at(3).sampledAt,
    });
    await store.saveStats([{ ...at(2), message: createSampleStat({ cpu: 99 }) }]);
    expect(await world().figures(deviceId)).toMatchObject({ cpu: 0, reportedAt: at(3).sampledAt });
    expect(await world().figures(other.id)).toMatchObject({ cpu: 1 });
    // A report of the network without an uplink states that there is none.
    const nets = { ip: '10.0.0.3' };
    await store.saveStats([
      { ...at(4), message: createSampleStat({ nets }) },
      { deviceId: other.id, sampledAt: at(4).sampledAt, message: createSampleStat({ nets }) },
    ]);
    for (const id of [deviceId, other.id])
      expect(await world().figures(id)).toMatchObject({ ip: '10.0.0.3', uplinkPort: undefined });
    const newcomer = await claimDevice();
    await store.saveStats([
      { deviceId: newcomer.id, sampledAt: SUITE_START, message: createSampleStat({ nets }) },
    ]);
    expect((await world().figures(newcomer.id))?.uplinkPort).toBeUndefined();
    expect(await store.saveStats([])).toEqual([]);
  });

  test('keeps the sample time of radios when a report has none', async () => {
    const { store } = world();
    const { id: deviceId } = await claimDevice();
    const at = (seconds: number) => ({ deviceId, sampledAt: SUITE_START + seconds * 1000 });
    const radios = [{ id: 'radio0', up: true, channel: 6, ssids: ['Café'] }];
    await store.saveStats([{ ...at(1), message: createSampleStat({ cpu: 1 }) }]);
    expect((await world().figures(deviceId))?.radios).toBeUndefined();
    await store.saveStats([
      { ...at(2), message: createSampleStat({ radios }) },
      { ...at(3), message: createSampleStat({ cpu: 2 }) },
    ]);
    await store.saveStats([{ ...at(4), message: createSampleStat({ cpu: 3 }) }]);
    expect(await world().figures(deviceId)).toMatchObject({
      radios,
      partsAt: { radios: at(2).sampledAt },
      reportedAt: at(4).sampledAt,
    });
    await store.saveStats([{ ...at(5), message: createSampleStat({ radios: [] }) }]);
    expect(await world().figures(deviceId)).toMatchObject({
      radios: [],
      partsAt: { radios: at(5).sampledAt },
    });
  });

  test('keeps the sample time of WAN ports when a report has none', async () => {
    const { store } = world();
    const { id: deviceId } = await claimDevice();
    const at = (seconds: number) => ({ deviceId, sampledAt: SUITE_START + seconds * 1000 });
    const wans = [{ id: 'wan1', up: true, inUse: true, ip: '203.0.113.57', prefix: 24, dns: ['9.9.9.9'] }];
    await store.saveStats([
      { ...at(1), message: createSampleStat({ wans }) },
      { ...at(2), message: createSampleStat({ cpu: 2 }) },
    ]);
    expect(await world().figures(deviceId)).toMatchObject({ wans, partsAt: { wans: at(1).sampledAt } });
    const lost = [{ id: 'wan1', up: true, inUse: false }];
    await store.saveStats([{ ...at(3), message: createSampleStat({ wans: lost }) }]);
    expect((await world().figures(deviceId))?.wans).toEqual(lost);
    expect(await world().figures(deviceId)).toMatchObject({ partsAt: { wans: at(3).sampledAt } });
  });

  test('keeps the sample time of nearby networks when a report has none', async () => {
    const { store } = world();
    const { id: deviceId } = await claimDevice();
    const at = (seconds: number) => ({ deviceId, sampledAt: SUITE_START + seconds * 1000 });
    const network = { ssid: 'Café', band: '2.4G', channel: 6, signalDbm: -70, security: 'WPA2' } as const;
    const nearbyNetworks = [{ ...network, bssid: '02:00:00:00:00:09' }];
    await store.saveStats([
      { ...at(1), message: createSampleStat({ nearbyNetworks }) },
      { ...at(2), message: createSampleStat({ cpu: 2 }) },
    ]);
    expect(await world().figures(deviceId)).toMatchObject({
      nearbyNetworks,
      partsAt: { nearbyNetworks: at(1).sampledAt },
    });
    await store.saveStats([{ ...at(3), message: createSampleStat({ nearbyNetworks: [] }) }]);
    expect((await world().figures(deviceId))?.nearbyNetworks).toEqual([]);
  });

  test('replaces the nearby networks on the channels of a scan, and keeps those of other channels', async () => {
    const { store } = world();
    const { id: deviceId } = await claimDevice();
    const at = (seconds: number) => ({ deviceId, sampledAt: SUITE_START + seconds * 1000 });
    const network = (last: number, channel: number, signalDbm: number, band: '2.4G' | '5G' = '2.4G') => ({
      bssid: `02:00:00:00:00:0${last}`,
      ssid: `Net ${last}`,
      security: 'WPA2',
      band,
      channel,
      signalDbm,
    });
    const report = (
      seconds: number,
      nearbyNetworks: ReturnType<typeof network>[],
      ...channels: [channel: number, band?: '2.4G' | '5G'][]
    ) => ({
      ...at(seconds),
      message: createSampleStat({
        nearbyNetworks,
        nearbyChannels: channels.map(([channel, band = '2.4G']) => ({ band, channel })),
      }),
    });
    const read = async () => {
      const { nearbyChannels = [], nearbyNetworks = [] } = (await world().figures(deviceId)) ?? {};
      return {
        networks: nearbyNetworks.map(({ bssid, channel }) => `${bssid.at(-1)} on ${channel}`),
        channels: nearbyChannels.map(({ band, channel }) => `${band} ${channel}`).sort(),
      };
    };
    // Both radios have a channel of the same number only in this test.
    await store.saveStats([
      report(1, [network(1, 6, -50), network(2, 6, -60), network(3, 36, -70, '5G')], [6], [36, '5G']),
    ]);
    await store.saveStats([report(2, [network(4, 11, -55)], [11])]);
    expect(await read()).toEqual({
      networks: ['1 on 6', '4 on 11', '2 on 6', '3 on 36'],
      channels: ['2.4G 11', '2.4G 6', '5G 36'],
    });
    // The second network is silent, and the fourth one has moved to a channel of another scan.
    await store.saveStats([
      report(3, [network(1, 6, -52)], [6]),
      report(4, [network(4, 1, -58)], [1], [6, '5G']),
    ]);
    expect((await read()).networks).toEqual(['1 on 6', '4 on 1', '3 on 36']);
    await store.saveStats([report(5, [], [1])]);
    expect((await read()).networks).toEqual(['1 on 6', '3 on 36']);
    // A report of an older device has no channels.
    const nearbyNetworks = [network(5, 1, -40)];
    await store.saveStats([{ ...at(6), message: createSampleStat({ nearbyNetworks }) }]);
    expect((await read()).networks).toEqual(['5 on 1']);
  });

  test('keeps the sample time of a backhaul when a report has none', async () => {
    const { store } = world();
    const { id: deviceId } = await claimDevice();
    const at = (seconds: number) => ({ deviceId, sampledAt: SUITE_START + seconds * 1000 });
    const parent = { parentMac: '02:00:00:00:00:01', hops: 1 };
    const candidates = [{ mac: '02:00:00:00:00:02', signalDbm: -71 }];
    const radio = { band: '5G', channel: 149, signalDbm: -64, rateMbps: 433.5, retryPercent: 6 } as const;
    const backhaul = { kind: 'wireless', ...parent, ...radio, candidates } as const;
    await store.saveStats([
      { ...at(1), message: createSampleStat({ backhaul }) },
      { ...at(2), message: createSampleStat({ cpu: 2 }) },
    ]);
    expect(await world().figures(deviceId)).toMatchObject({
      backhaul,
      partsAt: { backhaul: at(1).sampledAt },
    });
    const wired = { kind: 'wired' as const, ...parent, candidates: [] };
    await store.saveStats([{ ...at(3), message: createSampleStat({ backhaul: wired }) }]);
    expect((await world().figures(deviceId))?.backhaul).toEqual(wired);
  });

  test('keeps the sample time of a bridge link when a report has none', async () => {
    const { store } = world();
    const { id: deviceId } = await claimDevice();
    const at = (seconds: number) => ({ deviceId, sampledAt: SUITE_START + seconds * 1000 });
    const peer = {
      mac: '02:00:00:00:00:01',
      signalDbm: -54,
      chainsDbm: [-55, -58],
      rxRateMbps: 173,
      txRateMbps: 200,
    };
    const bridge = { mode: 'client', channel: 100, noiseDbm: -95, peers: [peer] } as const;
    await store.saveStats([
      { ...at(1), message: createSampleStat({ bridge: { ...bridge, peers: [peer] } }) },
      { ...at(2), message: createSampleStat({ cpu: 2 }) },
    ]);
    expect(await world().figures(deviceId)).toMatchObject({ bridge, partsAt: { bridge: at(1).sampledAt } });
  });

  test('saves parallel batches with the same devices in any order', async () => {
    const { store } = world();
    const devices = [await claimDevice(), await claimDevice(), await claimDevice()];
    const batch = (cpu: number) =>
      devices.map(({ id }) => ({ deviceId: id, sampledAt: SUITE_START, message: createSampleStat({ cpu }) }));
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        store.saveStats(index % 2 === 0 ? batch(index) : batch(index).reverse()),
      ),
    );
    for (const { id } of devices) expect((await world().figures(id))?.cpu).toBeGreaterThanOrEqual(0);
  });

  test('stores the facts of a birth and keeps neighbours until the next report', async () => {
    const { store } = world();
    const { id, projectId } = await claimDevice();
    const lldp = [{ port: 'lan1', peerMac: '02:00:00:00:00:09' }];
    expect(await store.saveTopology(id, { session: 'one', seq: 1, ts: 0, lldp }, SUITE_START)).toEqual([]);
    await store.step(id, () => ({ identity: createSampleFacts({ bornAt: SUITE_START }) }), SUITE_START);
    expect(await world().software(id)).toBe('1.0.0');
    expect(await world().figures(id)).toMatchObject({ ip: '192.168.1.2', reportedAt: SUITE_START });
    expect(await store.saveTopology(id, { session: 'one', seq: 1, ts: 0, lldp }, SUITE_START)).toMatchObject([
      { projectId },
    ]);
    await store.step(id, () => ({ identity: createSampleFacts({ software: '1.0.1' }) }), SUITE_START);
    expect(await world().software(id)).toBe('1.0.1');
    expect(await world().figures(id)).toMatchObject({ neighbours: lldp });
  });

  test('raises one alarm per device and event id', async () => {
    const { store } = world();
    const one = await claimDevice();
    const two = await claimDevice();
    const event = { eid: 'e1', ts: 0, type: 'link-down', sev: 'warning', data: {} } as const;
    const repeated = await Promise.all(
      Array.from({ length: 5 }, () => store.saveEvent(one.id, event, SUITE_START)),
    );
    expect(repeated.filter((affected) => affected.length > 0)).toMatchObject([
      [{ projectId: one.projectId }],
    ]);
    expect(await store.saveEvent(two.id, event, SUITE_START)).toHaveLength(1);
    const named = { ...event, eid: 'e2', data: { text: 'Port lan1 is down.' } };
    expect(await store.saveEvent(one.id, named, SUITE_START)).toHaveLength(1);
    expect(await store.saveEvent(one.id, { ...event, eid: 'e3', sev: 'info' }, SUITE_START)).toEqual([]);
    expect(await store.saveEvent('unknown', event, SUITE_START)).toEqual([]);
    const logged = [event, event, { ...event, eid: 'e3', sev: 'info' as const }];
    for (const [index, count] of [1, 0, 1].entries())
      expect(await store.logEvent(one.id, logged[index] ?? event, SUITE_START)).toHaveLength(count);
    expect(await store.logEvent('unknown', event, SUITE_START)).toEqual([]);
    const alarms = await world().alarms(one.id);
    expect(alarms.map(({ eventId, event }) => `${eventId} ${event}`).sort()).toEqual([
      'e1 Link down',
      'e2 Port lan1 is down.',
    ]);
    expect(alarms[0]).toMatchObject({ kind: 'device-event', severity: 'warning', open: true });
    expect(await world().alarms(two.id)).toHaveLength(1);
  });
}
