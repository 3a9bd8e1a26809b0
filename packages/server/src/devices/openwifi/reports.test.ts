/** Reports and commands of OpenWiFi devices, with literal frames. */
import { deflateSync } from 'node:zlib';
import { SteppedClock } from '@northlight/runtime';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  encodeAck,
  encodeApConnect,
  encodeEvent,
  pollUntil,
  createOpenWifiSite,
  startTestServer,
  encodeSwitchConnect,
  type TestBrowser,
  type TestServer,
} from '../../testing/index.ts';

let world: TestServer;
let owner: TestBrowser;
let site: Awaited<ReturnType<typeof createOpenWifiSite>>;
beforeAll(async () => {
  world = await startTestServer(inject('databaseUrl'), { clock: new SteppedClock(Date.now()) });
  owner = await world.signedUp();
  site = await createOpenWifiSite(world, owner, 'Ridge devices');
});
afterAll(() => world[Symbol.asyncDispose]());

type Added = Awaited<ReturnType<typeof site.added>>;

const command = (device: Added, body: object) =>
  owner.call('deviceCommand', {
    params: device.params,
    body: { deviceIds: [device.id], ...body } as Parameters<typeof owner.call<'deviceCommand'>>[1]['body'],
  });

const AP_STATE =
  '{"version":1,"unit":{"load":[1,2,3],"cpu_load":[37,30,44],"uptime":4711,"localtime":1,' +
  '"memory":{"total":1000,"free":300,"cached":150,"buffered":50}},' +
  '"interfaces":[{"name":"up0v0","location":"/interfaces/0","ipv4":{"addresses":["192.168.9.7/24"],"leases":[{"mac":"02:00:00:00:00:0A","hostname":"printer"}]},' +
  '"clients":[{"mac":"02:00:00:00:00:0a","ipv4_addresses":["192.168.9.50"],"ports":["eth1"]}],' +
  '"ssids":[{"ssid":"Hall","band":"5G","associations":[{"station":"02:00:00:00:00:0b","rssi":-61,"connected":90,"rx_bytes":10,"tx_bytes":20,"rx_rate":{"bitrate":433300}}]}]}],' +
  '"link-state":{"upstream":{"eth0":{"carrier":1,"speed":1000,"duplex":"full","counters":{"rx_bytes":5,"tx_bytes":6}}},"downstream":{"eth1":{"carrier":0}}},' +
  '"lldp-peers":{"upstream":{"eth0":[{"name":"core","mac":"02:00:00:00:00:0c","port_id":"p7"}]}}}';
const state = (serial: string, document: string): string =>
  `{"jsonrpc":"2.0","method":"state","params":{"serial":"${serial}","uuid":1,"state":${document}}}`;

describe('reports of OpenWiFi devices', () => {
  test('are requested with an id, because access points refuse a request without an id', async () => {
    await using device = await site.added(encodeApConnect);
    const request = await device.raw.call('request');
    expect(request.params).toEqual({
      serial: device.serial,
      when: 0,
      message: 'state',
      request_uuid: expect.stringMatching(/^\w{22}$/),
    });
  });

  test('have the radar that an access point reported in frames', async () => {
    await using device = await site.added(encodeApConnect);
    await site.settle(device);
    const frame = '[1700000000,{"radar-detected":{"frequency":5500,"width":3,"center1":5530,"center2":0}}]';
    device.raw.send(
      `{"jsonrpc":"2.0","method":"telemetry","params":{"serial":"${device.serial}","adhoc":1,"data":{"wifi-frames":[${frame},${frame}]}}}`,
    );
    device.raw.send(
      state(
        device.serial,
        '{"unit":{"load":[1,2,3]},"radios":[{"band":["2G"],"channel":6},{"band":["5G"],"channel":36,"channel_width":"80"}],"interfaces":[]}',
      ),
    );
    await pollUntil(async () => {
      await world.clock.advance(100);
      return (await device.get()).radios.some(({ radarBans }) => radarBans !== undefined);
    });
    expect(
      (await device.get()).radios.map(({ radarBans }) => radarBans?.map(({ channels }) => channels)),
    ).toEqual([undefined, [[100, 104, 108, 112]]]);
  });

  test('are stored with figures, ports, neighbours and clients, compressed or not', async () => {
    await using device = await site.added(encodeApConnect);
    await site.settle(device);
    const inside = `{"serial":"${device.serial}","uuid":1,"state":${AP_STATE}}`;
    const packed = deflateSync(inside).toString('base64');
    device.raw.send(
      `{"jsonrpc":"2.0","method":"state","params":{"compress_64":"${packed}","compress_sz":${inside.length}}}`,
    );
    await pollUntil(
      async () => (await world.services.plane.processAll(), (await device.get()).clientCount === 2),
    );
    // The server saves neighbours after clients.
    await pollUntil(async () => (await device.get()).ports.some(({ neighbour }) => neighbour !== undefined));
    expect(await device.get()).toMatchObject({
      state: 1,
      kind: 'ap',
      cpuPercent: 37,
      memoryPercent: 50,
      uptimeSeconds: 4711,
      ip: '192.168.9.7',
      ports: [
        { id: 'eth0', up: true, speedMbps: 1000, duplex: 'full', neighbour: { name: 'core', port: 'p7' } },
        { id: 'eth1', up: false },
      ],
    });
    const { items } = await owner.call('clientList', { params: device.params, query: {} });
    const clientsByMac = new Map(items.map((one) => [one.mac, one] as const));
    expect(clientsByMac.get('02:00:00:00:00:0a')).toMatchObject({
      name: 'printer',
      ip: '192.168.9.50',
      online: true,
    });
    expect(clientsByMac.get('02:00:00:00:00:0b')).toMatchObject({ ssid: 'Hall', online: true });
    expect(clientsByMac.size).toBe(2);
    device.raw.send(encodeEvent(device.serial, 'client.leave', '{"client":"02:00:00:00:00:0b"}'));
    await pollUntil(
      async () =>
        (await owner.call('clientList', { params: device.params, query: {} })).items.find(
          ({ mac }) => mac === '02:00:00:00:00:0b',
        )?.online === false,
    );
  });

  test('show power, uplink and clients of a switch from its forwarding table', async () => {
    await using device = await site.added(encodeSwitchConnect);
    await site.settle(device);
    device.raw.send(
      state(
        device.serial,
        '{"interfaces":[{"clients":[],"name":"Vlan1","ipv4":{"addresses":["10.0.0.2/24"]}}],"unit":{"uptime":5},' +
          '"link-state":{"upstream":{"Ethernet0":{"carrier":true,"speed":1000,"poe":{"class-assigned":4,"output-power":7,"status":"delivering"}},' +
          '"Ethernet9":{"carrier":true,"speed":10000}}},' +
          '"default-gateway":[{"metric":0,"gw-mac":"02:00:00:00:00:01","out-port":"Ethernet9","gw-ip":"10.0.0.1"}],' +
          '"mac-forwarding-table":{"overflow":false,"Ethernet0":{"20":["02:00:00:00:01:0a"]},"Ethernet9":{"20":["02:00:00:00:01:0b"]}}}',
      ),
    );
    await pollUntil(
      async () => (await world.services.plane.processAll(), (await device.get()).clientCount === 1),
    );
    const { capabilities, ports } = await device.get();
    expect(capabilities.poeBudgetWatts).toBe(180);
    expect(ports).toMatchObject([
      { id: 'Ethernet0', role: 'access', poe: true, poeWatts: 7 },
      { id: 'Ethernet1' },
      { id: 'Ethernet2', poe: false },
      { id: 'Ethernet9', role: 'uplink' },
    ]);
    // The server saves clients after figures.
    const items = await pollUntil(async () => {
      const list = await owner.call('clientList', { params: device.params, query: {} });
      return list.items.length > 0 ? list.items : undefined;
    });
    expect(items).toMatchObject([{ mac: '02:00:00:00:01:0a', online: true }]);
  });

  test('raise one alarm for each fault, crash or recovery, and none for unknown or malformed messages', async () => {
    await using device = await site.added(encodeApConnect);
    await site.settle(device);
    const send = (method: string, params: string) =>
      device.raw.send(
        `{"jsonrpc":"2.0","method":"${method}","params":{"serial":"${device.serial}",${params}}}`,
      );
    const alarm = '"data":{"id":7,"resource":"psu","text":"Power supply 2 failed","severity":"critical"}';
    send('alarm', alarm);
    send('alarm', alarm);
    send('crashlog', '"uuid":1,"loglines":["oops"]');
    send('recovery', '"uuid":1,"firmware":"x","reboot":true,"loglines":[]');
    send('healthcheck', '"uuid":1,"sanity":100,"data":{}');
    send('log', '"log":"quiet","severity":6');
    for (const method of ['ping', 'cfgpending', 'deviceupdate', 'venue_broadcast', 'nonsense'])
      send(method, '"uuid":1,"currentPassword":"secret","data":[1,[2]]');
    send(
      'telemetry',
      `"data":{"state":[[1,{"uuid":1,"state":{"unit":{"uptime":1}}}],[2,{"uuid":1,"state":{"unit":{"uptime":99}}}]]}`,
    );
    device.raw.send('{"radius":"auth","data":"AQIDBA=="}');
    send('state', '"state":{"unit":[],"interfaces":{"a":1},"link-state":"none","lldp-peers":[7]}');
    send('event', '"data":{"event":"broken"}');
    await pollUntil(
      async () => (await world.services.plane.processAll(), (await device.get()).uptimeSeconds === 99),
    );
    const events = async () =>
      (await owner.call('alarmList', { params: device.params })).items.map((one) => one.event).sort();
    expect(await pollUntil(async () => ((await events()).length >= 3 ? events() : undefined))).toEqual([
      'Power supply 2 failed',
      'The device crashed and started again.',
      'The device is in recovery: it could not start with its configuration.',
    ]);
    expect((await device.get()).state).toBe(1);
  });
});

describe('commands to OpenWiFi devices', () => {
  test.each([
    ['restart', 'reboot', { when: 0 }],
    ['reset', 'factory', { when: 0, keep_redirector: 1 }],
  ] as const)('complete a %s when the device reconnects', async (kind, method, params) => {
    await using device = await site.added(encodeApConnect);
    const { uuid } = await site.settle(device);
    const job = await command(device, { kind });
    const call = await device.raw.call(method);
    expect(call.params).toMatchObject({ serial: device.serial, ...params });
    device.raw.send(encodeAck(call.id, device.serial));
    await device.row(job.id, 'running');
    expect((await device.get()).state).toBe(8);
    await device.raw[Symbol.asyncDispose]();
    await using back = await site.dial(device.serial);
    back.send(encodeApConnect(device.serial, { uuid }));
    await device.row(job.id, 'done');
    expect((await device.get()).state).toBe(1);
  });

  test('report the progress of an upgrade from a URL, and fail when the software stays the same', async () => {
    await using device = await site.added(encodeApConnect);
    const { uuid } = await site.settle(device);
    const upgrade = () =>
      owner.call('openWifiUpgrade', {
        params: { ...device.params, deviceId: device.id },
        body: { imageUrl: 'https://images.example.com/eap102.bin' },
      });
    const first = await upgrade();
    const call = await device.raw.call('upgrade');
    expect(call.params).toMatchObject({
      serial: device.serial,
      uri: 'https://images.example.com/eap102.bin',
      keep_redirector: 1,
    });
    device.raw.send(
      encodeEvent(
        device.serial,
        'firmware_upgrade_status',
        '{"operation":"download","percentage":40,"text":"Downloading"}',
      ),
    );
    await pollUntil(async () => (await device.job(first.id)).rows[0]?.percent === 40);
    expect((await device.job(first.id)).rows).toMatchObject([{ state: 'running', detail: 'Downloading' }]);
    device.raw.send(encodeAck(call.id, device.serial, 0, 'Triggering FW upgrade'));
    await device.raw[Symbol.asyncDispose]();
    await using back = await site.dial(device.serial);
    back.send(encodeApConnect(device.serial, { uuid, firmware: 'TIP-v4.0.0' }));
    await device.row(first.id, 'done');
    expect(await device.get()).toMatchObject({ softwareVersion: 'TIP-v4.0.0', state: 2 });
    const second = await upgrade();
    back.send(encodeAck((await back.call('upgrade')).id, device.serial));
    await device.row(second.id, 'running');
    await back[Symbol.asyncDispose]();
    await using same = await site.dial(device.serial);
    same.send(encodeApConnect(device.serial, { uuid, firmware: 'TIP-v4.0.0' }));
    expect(await device.row(second.id, 'failed')).toMatchObject({
      detail: 'The upgrade failed: the device runs TIP-v4.0.0.',
    });
    const third = await upgrade();
    same.send(encodeAck((await same.call('upgrade')).id, device.serial, 2, 'Signature check failed'));
    expect(await device.row(third.id, 'failed')).toMatchObject({ detail: 'Signature check failed' });
  });

  test('blink LEDs, fail with the reason that the device states, and return scanned networks', async () => {
    await using device = await site.added(encodeApConnect);
    await site.settle(device);
    const locate = await command(device, { kind: 'locate', args: { seconds: 30 } });
    const leds = await device.raw.call('leds');
    expect(leds.params).toMatchObject({ duration: 30_000, pattern: 'blink' });
    device.raw.send(encodeAck(leds.id, device.serial));
    await device.row(locate.id, 'done');
    const again = await command(device, { kind: 'locate', args: { seconds: 30 } });
    device.raw.send(encodeAck((await device.raw.call('leds')).id, device.serial, 2, 'Not allowed here'));
    expect(await device.row(again.id, 'failed')).toMatchObject({ detail: 'Not allowed here' });
    const scan = await owner.call('deviceDiagnose', {
      params: { ...device.params, deviceId: device.id },
      body: { kind: 'wifi-scan' },
    });
    const scanning = await device.raw.call('wifiscan');
    device.raw.send(
      `{"jsonrpc":"2.0","id":${scanning.id},"result":{"serial":"${device.serial}","status":{"error":0,"text":"ok"},` +
        `"scan":[{"bssid":"02:00:00:00:00:99","ssid":"Neighbour Wi-Fi","channel":36,"frequency":5180,"signal":-70},{"bssid":"broken"}]}}`,
    );
    expect((await device.row(scan.id, 'done')).result).toEqual({
      networks: [
        {
          bssid: '02:00:00:00:00:99',
          ssid: 'Neighbour Wi-Fi',
          band: '5G',
          channel: 36,
          signalDbm: -70,
          security: 'unknown',
        },
      ],
    });
  });

  test('fail without an answer, and are rejected for unsupported diagnostics', async () => {
    await using device = await site.added(encodeApConnect);
    await site.settle(device);
    const job = await command(device, { kind: 'locate', args: { seconds: 5 } });
    await device.raw.call('leds');
    await world.clock.advance(21_000);
    expect(await device.row(job.id, 'failed')).toMatchObject({ detail: 'The device did not answer.' });
    const { body } = await owner.refused('deviceDiagnose', {
      params: { ...device.params, deviceId: device.id },
      body: { kind: 'ping', args: { host: '9.9.9.9', count: 3 } },
    });
    expect(body.message).toBe('This model does not support the command.');
  });

  test('restart PoE of a switch by its configuration, and fail with the reason that the switch states', async () => {
    await using device = await site.added(encodeSwitchConnect);
    const { config, uuid } = await site.settle(device);
    const restart = () => command(device, { kind: 'poe-restart', args: { ports: ['Ethernet1'] } });
    const job = await restart();
    const call = await device.raw.call('configure', ['powercycle']);
    const sent = call.params as { uuid: number; config: { ethernet: { poe?: object }[] } };
    expect(sent.uuid).toBeGreaterThan(uuid);
    expect(sent.config).toEqual({
      ...config,
      uuid: sent.uuid,
      ethernet: (config['ethernet'] as object[]).map((entry, index) =>
        index === 1 ? { ...entry, poe: { 'admin-mode': true, 'do-reset': true } } : entry,
      ),
    });
    expect((await device.job(job.id)).state).toBe('running');
    device.raw.send(encodeAck(call.id, device.serial, 0, ''));
    await device.row(job.id, 'done');
    // The device still runs the revision of the project, under a new number.
    await device.raw[Symbol.asyncDispose]();
    await using back = await site.dial(device.serial);
    back.send(encodeSwitchConnect(device.serial, sent.uuid));
    await back.call('request');
    await device.configured('applied');
    const again = await restart();
    const second = await back.call('configure');
    expect(second.params['uuid']).toBeGreaterThan(sent.uuid);
    back.send(encodeAck(second.id, device.serial, 2, 'gnma_poe_port_reset failed'));
    expect(await device.row(again.id, 'failed')).toMatchObject({ detail: 'gnma_poe_port_reset failed' });
    expect(back.unread).not.toContain('configure');
  });

  test('are not offered to a switch that would confirm them without effect', async () => {
    await using device = await site.added(encodeSwitchConnect);
    await site.settle(device);
    expect((await device.get()).capabilities.features).not.toContain('locate');
    const { body } = await owner.refused('deviceCommand', {
      params: device.params,
      body: { kind: 'locate', deviceIds: [device.id], args: { seconds: 5 } },
    });
    expect(body.message).toBe('This model does not support the command.');
  });
});
