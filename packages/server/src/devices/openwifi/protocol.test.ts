/**
 * Tests the protocol with literal frames as real devices send them, without the encoder and decoder of this repository.
 */
import { deflateSync, inflateSync } from 'node:zlib';
import { DAY_MS, SteppedClock } from '@northlight/runtime';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  encodeAck,
  encodeApConnect,
  pollUntil,
  createSerial,
  createOpenWifiSite,
  RawUcentral,
  startTestServer,
  encodeSwitchConnect,
  type TestBrowser,
  testAuthority,
  type TestServer,
} from '../../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
let site: Awaited<ReturnType<typeof createOpenWifiSite>>;
beforeAll(async () => {
  // Uses the machine's clock, because the TLS client reads it.
  world = await startTestServer(inject('databaseUrl'), { clock: new SteppedClock(Date.now()) });
  owner = await world.signedUp();
  site = await createOpenWifiSite(world, owner, 'Harbour devices');
});
afterAll(() => world[Symbol.asyncDispose]());

const refusals = () => ({ ...world.server.ucentral.refusals });
const isRefused = (connecting: Promise<RawUcentral>): Promise<boolean> =>
  connecting.then(
    async (device) => {
      await device[Symbol.asyncDispose]();
      return false;
    },
    () => true,
  );

describe('the OpenWiFi endpoint', () => {
  test('echoes the sub-protocol, offers no extensions and answers pings', async () => {
    await using device = await site.dial(createSerial());
    expect([device.socket.protocol, device.socket.extensions]).toEqual(['ucentral-broker', '']);
    const pong = new Promise((resolve) => device.socket.once('pong', resolve));
    device.socket.ping();
    await pong;
  });

  test('refuses a certificate that is missing, foreign, expired, not yet valid or without a MAC', async () => {
    const foreign = await testAuthority('Harbour devices');
    const before = refusals().certificate ?? 0;
    const now = Date.now();
    expect(await isRefused(RawUcentral.connect(site.port(), site.ca, {}))).toBe(true);
    expect(await isRefused(site.dial(createSerial(), foreign))).toBe(true);
    expect(
      await isRefused(
        site.dial(createSerial(), site.authority, { notBefore: now - 2 * DAY_MS, notAfter: now - DAY_MS }),
      ),
    ).toBe(true);
    expect(
      await isRefused(
        site.dial(createSerial(), site.authority, { notBefore: now + DAY_MS, notAfter: now + 2 * DAY_MS }),
      ),
    ).toBe(true);
    // The forger has the subject and key id of a trusted authority, but signs with another key.
    const forger = { certificate: site.authority.certificate, key: foreign.key };
    expect(await isRefused(site.dial(createSerial(), forger))).toBe(true);
    expect(await isRefused(site.dial('not-a-mac'))).toBe(true);
    expect(await isRefused(site.dial('02a1b2c3d4'))).toBe(true);
    expect(refusals().certificate).toBe(before + 7);
    expect(await isRefused(site.dial('53494d000001'))).toBe(true);
    expect(refusals().simulator).toBe(1);
  });

  test('trims the name in the certificate and ignores its case', async () => {
    const serial = createSerial();
    await using device = await site.dial(` ${serial.toUpperCase()} `);
    device.send(encodeSwitchConnect(serial));
    await pollUntil(async () =>
      (await owner.call('waitingDeviceList', {})).items.some(
        ({ sn }) => sn === `OWF1${serial.toUpperCase()}`,
      ),
    );
  });

  test.each([
    ['another serial number', encodeSwitchConnect('02ffffffffff')],
    ['garbage', '{"jsonrpc":"2.0","method":'],
    ['neither a call nor an answer', '[1,2,3]'],
    [
      'a connect without required fields',
      '{"jsonrpc":"2.0","method":"connect","params":{"serial":"SERIAL"}}',
    ],
    ['a number over 32 bits', 'BEYOND'],
    ['a negative number', 'NEGATIVE'],
    [
      'compressed nonsense',
      '{"jsonrpc":"2.0","method":"connect","params":{"compress_64":"bm90IHpsaWI=","compress_sz":9}}',
    ],
  ])('ends the connection on %s', async (_what, frame) => {
    const serial = createSerial();
    await using device = await site.dial(serial);
    const texts: Record<string, string> = {
      BEYOND: encodeSwitchConnect(serial, 2_147_483_648),
      NEGATIVE: encodeSwitchConnect(serial, -1),
    };
    device.send(texts[frame] ?? frame.replace('SERIAL', serial));
    expect(await device.closed).toBe(1008);
  });

  test('rejects compression bombs, frames of 10 MB and binary frames', async () => {
    const serial = createSerial();
    const inside = `{"serial":"${serial}","log":"${' '.repeat(64 * 1024 * 1024)}"}`;
    const bomb = deflateSync(inside).toString('base64');
    await using one = await site.dial(serial);
    one.send(`{"jsonrpc":"2.0","method":"log","params":{"compress_64":"${bomb}","compress_sz":100}}`);
    expect(await one.closed).toBe(1008);
    await using two = await site.dial(createSerial());
    two.send(`{"jsonrpc":"2.0","method":"log","params":{"log":"${'x'.repeat(10 * 1024 * 1024)}"}}`);
    expect(await two.closed).toBe(1009);
    await using three = await site.dial(createSerial());
    three.socket.send(Buffer.from(encodeSwitchConnect('02a1b2000000')), { binary: true });
    expect(await three.closed).toBe(1008);
  });

  test('bans a device for 1 min after ten refusals', async () => {
    const serial = createSerial();
    for (let time = 0; time < 10; time++) {
      await using device = await site.dial(serial);
      device.send('garbage');
      expect(await device.closed).toBe(1008);
    }
    const before = refusals().banned ?? 0;
    expect(await isRefused(site.dial(serial))).toBe(true);
    expect(refusals().banned).toBe(before + 1);
    await world.clock.advance(61_000);
    await using again = await site.dial(serial);
    expect(again.socket.readyState).toBe(1);
  });
});

describe('a switch without a configuration', () => {
  test('is asked for its ports by telemetry, and then receives a configuration with PoE on and one uplink', async () => {
    await using device = await site.added(encodeSwitchConnect);
    // The helper `added` has checked that telemetry precedes the configuration.
    const { config } = await site.settle(device);
    const ethernet = config['ethernet'] as { 'select-ports': string[]; poe?: object }[];
    expect(ethernet.map((entry) => [entry['select-ports'][0], entry.poe])).toEqual([
      ['Ethernet0', { 'admin-mode': true }],
      ['Ethernet1', { 'admin-mode': true }],
      ['Ethernet2', undefined],
      ['Ethernet9', undefined],
    ]);
    expect((await device.get()).ports.map(({ role }) => role)).toEqual([
      'access',
      'access',
      'access',
      'uplink',
    ]);
    // The configuration has ended the telemetry; after the reconnection the server uses the stored ports.
    await device.raw[Symbol.asyncDispose]();
    await using back = await site.dial(device.serial);
    back.send(encodeSwitchConnect(device.serial, config['uuid'] as number));
    await back.call('request');
    await pollUntil(async () => (await device.get()).state === 1);
    expect((await device.get()).ports).toHaveLength(4);
    expect(back.unread).toEqual([]);
  });

  test('sends telemetry until it sends states by itself', async () => {
    await using device = await site.added(encodeSwitchConnect);
    const configure = await device.raw.call('configure');
    device.raw.send(encodeAck(configure.id, device.serial, 2, 'Configure parse failed'));
    await device.configured('rejected');
    device.raw.send(
      `{"jsonrpc":"2.0","method":"state","params":{"serial":"${device.serial}","uuid":1,"state":{"unit":{"uptime":9}}}}`,
    );
    const stop = await device.raw.call('telemetry');
    expect(stop.params).toEqual({ serial: device.serial, interval: 0 });
  });
});

describe('configurations', () => {
  test('are complete, have numbers of 32 bits, and count as applied when the device confirms', async () => {
    await using device = await site.added(encodeSwitchConnect);
    const { config, uuid } = await site.settle(device);
    expect(uuid).toBe(Math.floor(world.clock.now() / 1000));
    expect(config).toMatchObject({
      uuid,
      ethernet: [
        { 'select-ports': ['Ethernet0'], speed: 1000, duplex: 'full', enabled: true },
        { 'select-ports': ['Ethernet1'] },
        { 'select-ports': ['Ethernet2'] },
        { 'select-ports': ['Ethernet9'] },
      ],
      interfaces: [
        { vlan: { id: 1, proto: '802.1q' }, ipv4: { addressing: 'dynamic' } },
        {
          name: 'Net 20',
          vlan: { id: 20, proto: '802.1q' },
          ethernet: [{ 'select-ports': ['Ethernet9'], 'vlan-tag': 'tagged' }],
        },
      ],
    });
    expect(await device.get()).toMatchObject({
      state: 1,
      model: 'edgecore_ecs4100',
      softwareVersion: 'TIP-v3.2.0',
    });
  });

  test('have rejected parts at the paths of the project’s configuration, and stay rejected after a refusal', async () => {
    await using device = await site.added(encodeSwitchConnect);
    const first = await site.settle(device);
    await site.applyVlans(device.projectId, 20, 30);
    const partial = await device.raw.call('configure');
    expect(partial.params['uuid']).toBeGreaterThan(first.uuid);
    const complaint = `[E] (In /interfaces/2/vlan/id) VLAN 30 is reserved`;
    device.raw.send(
      encodeAck(partial.id, device.serial, 1, 'partly', `,"rejected":[${JSON.stringify(complaint)}]`),
    );
    expect((await device.configured('partial')).issues).toEqual([
      { path: 'vlans.1.id', reason: 'VLAN 30 is reserved' },
    ]);
    await site.applyVlans(device.projectId, 20, 30, 40);
    const refused = await device.raw.call('configure');
    device.raw.send(
      encodeAck(
        refused.id,
        device.serial,
        2,
        '[E] (In /ethernet/1/speed) Value must be one of 10, 100\n[E] (In /nowhere) No',
      ),
    );
    expect((await device.configured('rejected')).issues).toEqual([
      { path: '', reason: 'Value must be one of 10, 100' },
      { path: '', reason: 'No' },
    ]);
    // Some devices report the refused number in their state; the server must ignore it.
    const refusedUuid = refused.params['uuid'] as number;
    device.raw.send(
      `{"jsonrpc":"2.0","method":"state","params":{"serial":"${device.serial}","uuid":${refusedUuid},"state":{"unit":{"uptime":77}}}}`,
    );
    await pollUntil(
      async () => (await world.services.plane.processAll(), (await device.get()).uptimeSeconds === 77),
    );
    expect((await device.get()).config).toMatchObject({ status: 'rejected' });
    // The device reconnects with its running configuration and is not sent the refused one again.
    await device.raw[Symbol.asyncDispose]();
    await using back = await site.dial(device.serial);
    back.send(encodeSwitchConnect(device.serial, partial.params['uuid'] as number));
    await back.call('request');
    expect((await device.get()).config).toMatchObject({ reportedRev: 2, desiredRev: 3, status: 'rejected' });
    expect(back.unread).toEqual([]);
  });

  test('are numbered two above a newer number that the device reports, until the 32 bits are used up', async () => {
    await using device = await site.added((serial) => encodeSwitchConnect(serial, 2_147_483_000));
    const configure = await device.raw.call('configure');
    expect(configure.params['uuid']).toBe(2_147_483_002);
    await using last = await site.added((serial) => encodeSwitchConnect(serial, 2_147_483_647));
    expect((await last.configured('rejected')).issues[0]?.reason).toContain(
      'used up its configuration numbers',
    );
    await using edge = await site.added((serial) => encodeSwitchConnect(serial, 2_147_483_645));
    expect((await edge.raw.call('configure')).params['uuid']).toBe(2_147_483_647);
  });

  test('are not sent to a device that reports the number 0 until it reconnects with another number', async () => {
    await using device = await site.added((serial) => encodeApConnect(serial, { uuid: 0 }));
    await device.raw.call('request');
    // The server still sends commands, but not the configuration.
    const body = { kind: 'locate' as const, deviceIds: [device.id], args: { seconds: 5 } };
    for (let round = 0; round < 3; round++) {
      const { id } = await owner.call('deviceCommand', { params: device.params, body });
      const leds = await device.raw.call('leds', ['configure']);
      device.raw.send(encodeAck(leds.id, device.serial));
      await device.row(id, 'done');
    }
    const waiting = 'Waiting: the device is in recovery.';
    expect((await device.get()).config).toMatchObject({
      status: 'queued',
      issues: [{ path: '', reason: expect.stringContaining(waiting) as string }],
    });
    // A job waits with the reason, and can be cancelled.
    const { job } = await site.applyVlans(device.projectId, 20, 30);
    const waits = async () => {
      const row = await device.row(job.id, 'queued');
      return row?.detail?.startsWith(waiting) === true;
    };
    await pollUntil(waits);
    expect((await device.job(job.id)).can.cancel.allowed).toBe(true);
    await owner.call('jobCancel', { params: { projectId: device.projectId, jobId: job.id } });
    await device.row(job.id, 'skipped');
    const later = await site.applyVlans(device.projectId, 20, 40);
    await device.raw[Symbol.asyncDispose]();
    await using back = await site.dial(device.serial);
    back.send(encodeApConnect(device.serial, { uuid: 7 }));
    await back.call('request');
    back.send(encodeAck((await back.call('configure')).id, device.serial));
    expect((await device.configured('applied')).issues).toEqual([]);
    await device.row(later.job.id, 'done');
  });

  test('stay pending after 2 min without an answer, and count as applied when the device reconnects with their number', async () => {
    await using device = await site.added(encodeSwitchConnect);
    const configure = await device.raw.call('configure');
    await world.clock.advance(121_000);
    expect(await device.raw.closed).toBe(1008);
    await using back = await site.dial(device.serial);
    back.send(encodeSwitchConnect(device.serial, configure.params['uuid'] as number));
    expect(await device.configured('applied')).toMatchObject({ reportedRev: 1, desiredRev: 1 });
    await back.call('request');
    expect(back.unread).toEqual([]);
  });

  test('of more than 32 KB are compressed for an access point that supports it, and otherwise rejected with the reason', async () => {
    // A configuration for 100 ports without an uplink, each of which carries every VLAN.
    const network = JSON.stringify({ lan: Array.from({ length: 100 }, (_, index) => `eth${index}`) });
    const ids = Array.from({ length: 31 }, (_, index) => 20 + index);
    await using plain = await site.added((serial) => encodeApConnect(serial, { network }));
    await site.settle(plain);
    await site.applyVlans(plain.projectId, ...ids);
    expect((await plain.configured('rejected')).issues).toEqual([
      { path: '', reason: 'The configuration is larger than this device takes in one message.' },
    ]);
    expect(plain.raw.unread).not.toContain('configure');
    await using packing = await site.added((serial) =>
      encodeApConnect(serial, { network, more: ',"compress_cmd":true' }),
    );
    await site.settle(packing);
    await site.applyVlans(packing.projectId, ...ids);
    const { call, text } = await packing.raw.frame('configure');
    expect(text.length).toBeLessThanOrEqual(32 * 1024);
    const { compress_64: packed, compress_sz: size } = call.params as {
      compress_64: string;
      compress_sz: number;
    };
    const inside = inflateSync(Buffer.from(packed, 'base64'));
    expect(inside.length).toBe(size);
    expect(size).toBeGreaterThan(32 * 1024);
    const params = JSON.parse(inside.toString('utf8')) as {
      serial: string;
      uuid: number;
      config: { uuid: number };
    };
    expect(params.serial).toBe(packing.serial);
    expect(params.config.uuid).toBe(params.uuid);
    packing.raw.send(encodeAck(call.id, packing.serial));
    await packing.configured('applied');
  });
});
