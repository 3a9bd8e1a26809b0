import { upMessages, type UpChannel } from '@northlight/contract/device-protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanMessage, MalformedMessage } from './clean-message.ts';
import { createSampleBirth } from './testing/samples.ts';

const HEAD = { session: 'one', seq: 1, ts: 0 };
const NUL = '\0';
const MAC = '02:aa:00:00:01:01';
const NEIGHBOUR = { port: 'p1', peerMac: MAC };
const NETWORK = { bssid: MAC, ssid: 'a', band: '5G', channel: 36, signalDbm: -71, security: 'WPA2' };
const RADIO = { id: 'r1', up: true, channel: 36, ssids: ['Staff'] };
const PEER = { mac: MAC, signalDbm: -50, rxRateMbps: 1, txRateMbps: 1 };

const clean = (channel: UpChannel, part: object) => {
  const { changes, message } = cleanMessage<object>(upMessages[channel], { ...HEAD, ...part });
  return { message, changes: [...changes].map(([change, times]) => `${change} ${times}`) };
};

test.each<[string, UpChannel, object, object, string[]]>([
  [
    'a long name of a neighbour',
    'topo',
    { lldp: [{ ...NEIGHBOUR, peerName: 'x'.repeat(83) }] },
    { lldp: [{ ...NEIGHBOUR, peerName: 'x'.repeat(64) }] },
    ['lldp.peerName shortened 1'],
  ],
  [
    'a name with control characters',
    'topo',
    { lldp: [{ ...NEIGHBOUR, peerName: `co${NUL}re\u202e\r\n2` }] },
    { lldp: [{ ...NEIGHBOUR, peerName: 'core 2' }] },
    ['lldp.peerName without unprintable characters 1'],
  ],
  [
    'a long name with characters of two units',
    'clients',
    { full: true, join: [{ mac: MAC, name: '😀'.repeat(64) }] },
    { join: [{ mac: MAC, name: '😀'.repeat(63) }] },
    ['join.name shortened 1'],
  ],
  [
    'an unknown band and a long address of a client',
    'clients',
    { full: true, join: [{ mac: MAC, band: '6G', ip: 'f'.repeat(46), ssid: 'Guests' }] },
    { join: [{ mac: MAC, ssid: 'Guests' }] },
    ['join.ip left out 1', 'join.band left out 1'],
  ],
  [
    'a width of 0, which is below its limit by nothing',
    'stat',
    { radios: [{ ...RADIO, widthMhz: 0 }] },
    { radios: [RADIO] },
    ['radios.widthMhz left out 1'],
  ],
  [
    'clients without a MAC address, between others',
    'clients',
    { full: true, join: [{ mac: MAC }, { name: 'a' }, { mac: 5 }, { mac: '<b>', name: 'b' }, { mac: MAC }] },
    { join: [{ mac: MAC }, { mac: MAC }] },
    ['join.mac left out 2', 'join.mac missing, entry left out 3'],
  ],
  [
    'radar with odd channels and ages, between usable ones',
    'stat',
    {
      radios: [
        {
          ...RADIO,
          radar: [
            { channels: [52, 5260, 'x'], ageSeconds: 12.5 },
            { channels: [52], ageSeconds: -1 },
            { channels: [52], ageSeconds: 1e9 },
            { channels: [], ageSeconds: 1 },
            { channels: [300], ageSeconds: 1 },
            { ageSeconds: 1 },
            7,
            { channels: [100], ageSeconds: 0 },
          ],
        },
      ],
    },
    {
      radios: [
        {
          ...RADIO,
          radar: [
            { channels: [52], ageSeconds: 12.5 },
            { channels: [100], ageSeconds: 0 },
          ],
        },
      ],
    },
    [
      'radios.radar left out 1',
      'radios.radar.ageSeconds left out 2',
      'radios.radar.ageSeconds missing, entry left out 2',
      'radios.radar.channels left out 5',
      'radios.radar.channels missing, entry left out 3',
    ],
  ],
  [
    'far too much radar, every second entry of it wrong',
    'stat',
    {
      radios: [
        {
          ...RADIO,
          radar: Array.from({ length: 5_000 }, (_, index) => ({
            channels: [index % 2 === 0 ? 100 : 1_000],
            ageSeconds: 1,
          })),
        },
      ],
    },
    { radios: [{ ...RADIO, radar: Array.from({ length: 16 }, () => ({ channels: [100], ageSeconds: 1 })) }] },
    [
      'radios.radar shortened 1',
      'radios.radar.channels left out 32',
      'radios.radar.channels missing, entry left out 16',
    ],
  ],
  [
    'a port with a speed below 0 and an unknown duplex',
    'stat',
    { ports: [{ id: 'p1', up: true, speedMbps: -1, duplex: 'unknown', stp: 'blocking' }] },
    { ports: [{ id: 'p1', up: true }] },
    ['ports.speedMbps left out 1', 'ports.stp left out 1', 'ports.duplex left out 1'],
  ],
  [
    'a counter of 64 bits',
    'stat',
    { ports: [{ id: 'p1', up: true, rxBytes: 2 ** 64, txBytes: 5 }] },
    { ports: [{ id: 'p1', up: true, txBytes: 5 }] },
    ['ports.rxBytes left out 1'],
  ],
  [
    'a load just above 100 %',
    'stat',
    { cpu: 100.4, mem: 140 },
    { cpu: 100 },
    ['mem left out 1', 'cpu rounded 1'],
  ],
  [
    'a long list',
    'stat',
    { nearbyNetworks: Array.from({ length: 70 }, () => NETWORK) },
    { nearbyNetworks: Array.from({ length: 64 }, () => NETWORK) },
    ['nearbyNetworks shortened 1'],
  ],
  [
    'a long description of the security of a network, and a network on no channel',
    'stat',
    {
      nearbyNetworks: [
        { ...NETWORK, security: 'x'.repeat(50) },
        { ...NETWORK, channel: 0 },
      ],
    },
    { nearbyNetworks: [{ ...NETWORK, security: 'x'.repeat(40) }] },
    [
      'nearbyNetworks.channel left out 1',
      'nearbyNetworks.security shortened 1',
      'nearbyNetworks.channel missing, entry left out 1',
    ],
  ],
  [
    'impossible airtime figures of a radio, each on its own',
    'stat',
    {
      radios: [
        { ...RADIO, busyPercent: 130, txPercent: -1, rxPercent: 7, noiseDbm: 12, retryPercent: 'many' },
        { ...RADIO, id: 'r2', busyPercent: 100.4, noiseDbm: -96 },
      ],
    },
    {
      radios: [
        { ...RADIO, rxPercent: 7 },
        { ...RADIO, id: 'r2', busyPercent: 100, noiseDbm: -96 },
      ],
    },
    [
      'radios.busyPercent left out 1',
      'radios.busyPercent rounded 1',
      'radios.noiseDbm left out 1',
      'radios.retryPercent left out 1',
      'radios.txPercent left out 1',
    ],
  ],
  [
    'an impossible width and load of a received network',
    'stat',
    { nearbyNetworks: [{ ...NETWORK, widthMhz: 60, loadPercent: 255 }] },
    { nearbyNetworks: [NETWORK] },
    ['nearbyNetworks.loadPercent left out 1', 'nearbyNetworks.widthMhz left out 1'],
  ],
  [
    'a second base of a bridge client',
    'stat',
    { bridge: { mode: 'client', peers: [PEER, { ...PEER, mac: '02:aa:00:00:01:02' }] } },
    { bridge: { mode: 'client', peers: [{ ...PEER, chainsDbm: [] }] } },
    ['bridge.peers left out 1'],
  ],
  [
    'a member of an event that is an object, and a long text',
    'evt',
    { eid: 'e', type: 'port-down', sev: 'warning', data: { port: { id: 'p1' }, text: 'y'.repeat(501) } },
    { type: 'port-down', data: { text: 'y'.repeat(500) } },
    ['data.text shortened 1', 'data.port left out 1'],
  ],
])('cleans %s', (_name, channel, sent, read, changes) => {
  const cleaned = clean(channel, sent);
  expect(cleaned.message).toMatchObject(read);
  for (const [name, value] of Object.entries(read))
    if (Array.isArray(value)) expect(cleaned.message).toHaveProperty(`${name}.length`, value.length);
  expect(cleaned.changes.sort()).toEqual(changes.sort());
});

test.each<[UpChannel, unknown, string]>([
  ['stat', 5, 'is not an object with the members of its channel'],
  ['stat', { seq: 1, ts: 0 }, 'session is missing'],
  [
    'evt',
    { eid: 'e'.repeat(41), ts: 0, type: 'x', sev: 'info' },
    'eid: The key is too long or has unprintable characters.',
  ],
  [
    'birth',
    { ...createSampleBirth(), caps: { kind: 'switch', limits: {}, features: [] } },
    'caps.ports is missing',
  ],
  [
    'birth',
    { ...createSampleBirth(), cfgRev: '1' },
    'cfgRev: Invalid input: expected number, received string',
  ],
  [
    'birth',
    { ...createSampleBirth(), bootReason: 'crash' },
    'bootReason: Invalid option: expected one of "power"|"restart"|"upgrade"|"reset"|"reconnect"',
  ],
  [
    'birth',
    { ...createSampleBirth(), caps: { kind: 'toaster', ports: [], limits: {}, features: [] } },
    'caps.kind: Invalid option: expected one of "gateway"|"ac"|"switch"|"ap"|"mesh"|"cpe"|"nvr"|"ipc"|"wrouter"',
  ],
])('refuses a message of channel %s that lacks a part it needs', (channel, message, reason) => {
  expect(() => cleanMessage<unknown>(upMessages[channel], message)).toThrow(new MalformedMessage(reason));
});

test('leaves each sound entry as it is, for any content of the others', () => {
  const odd = fc.oneof(
    fc.record(
      { mac: fc.anything(), name: fc.string({ unit: 'binary', maxLength: 100 }), ip: fc.anything() },
      { requiredKeys: [] },
    ),
    fc.jsonValue(),
  );
  const sound = fc
    .integer({ min: 1, max: 99 })
    .map((number) => ({ mac: `02:00:00:00:00:${number}`.padEnd(17, '0') }));
  fc.assert(
    fc.property(fc.array(fc.oneof(odd, sound), { maxLength: 20 }), (join) => {
      const received: unknown = JSON.parse(JSON.stringify({ ...HEAD, full: true, join }));
      const { message, payload } = cleanMessage(upMessages.clients, received);
      expect(cleanMessage(upMessages.clients, payload).changes.size).toBe(0);
      const kept = new Set(message.join.map((entry) => entry.mac));
      for (const entry of join)
        if (typeof entry === 'object' && entry !== null && Object.keys(entry).join() === 'mac') {
          const { mac } = entry as { mac: unknown };
          if (typeof mac === 'string' && /^02(:\d\d){5}$/.test(mac)) expect(kept).toContain(mac);
        }
    }),
  );
});
