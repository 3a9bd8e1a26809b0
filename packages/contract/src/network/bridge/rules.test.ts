import { describe, expect, it, test } from 'vitest';
import { ERRORS } from '../../kit/index.ts';
import { checkBridgeLinks } from './rules.ts';
import { radioSetting } from '../wireless/schema.ts';
import { type BridgeDevice, type BridgeLink, bridgeLink } from './schema.ts';

const radio = { id: 'r1', band: '5G', maxPowerDbm: 23, antennaGainDbi: 13 } as const;
const bridge = (id: string, over: Partial<BridgeDevice> = {}): BridgeDevice => ({
  id,
  name: `Bridge ${id}`,
  model: 'NL-CPE5',
  role: 'bridge-base',
  mac: `02:00:00:00:00:0${id}`,
  supportsLinks: true,
  radio,
  maxClients: 8,
  maxDistanceMetres: 5_000,
  ...over,
});
const LINK: BridgeLink = {
  id: 'barn',
  name: 'Barn',
  baseId: '1',
  clientIds: ['2'],
  ssid: 'Barn link',
  key: 'a long passphrase',
  channel: 100,
  widthMhz: 40,
  powerDbm: 20,
  distanceMetres: 300,
  maxClients: 1,
  peerLock: true,
  vlans: [30],
};
const DEVICES = ['1', '2', '3', '4'].map((id) => bridge(id));

/** Returns the violations as `field code`. */
const check = (
  links: readonly BridgeLink[],
  {
    applied = [],
    country,
    devices = DEVICES,
  }: Partial<{ applied: BridgeLink[]; country: string; devices: BridgeDevice[] }> = {},
): string[] =>
  checkBridgeLinks(
    links,
    { devices, vlans: [{ id: 30 }], ...(country !== undefined && { country }) },
    applied,
  ).map(({ error, path }) => `${path} ${String(ERRORS[error].code)}`);
const checkOne = (change: Partial<BridgeLink>, country?: string): string[] =>
  check([{ ...LINK, ...change }], country === undefined ? {} : { country });

test.each<[string, Partial<BridgeLink>, string[]]>([
  ['a complete link', {}, []],
  ['automatic values', { channel: 'auto', widthMhz: 'auto', powerDbm: 'auto', vlans: 'all' }, []],
  ['a stored key', { key: undefined, keyId: '7f0c6a7a-0d7f-4f6c-8f5e-000000000001' }, []],
  ['no key', { key: undefined }, ['bridgeLinks.0.key 414']],
  ['a distance of 0', { distanceMetres: 0 }, ['bridgeLinks.0.distanceMetres 50']],
  ['a distance of 100 km', { distanceMetres: 100_000 }, ['bridgeLinks.0.distanceMetres 50']],
  ['the longest distance', { distanceMetres: 5_000 }, []],
  ['no clients allowed', { maxClients: 0 }, ['bridgeLinks.0.maxClients 47']],
  ['more clients than the base accepts', { maxClients: 9 }, ['bridgeLinks.0.maxClients 47']],
  ['fewer clients than chosen', { clientIds: ['2', '3'] }, ['bridgeLinks.0.maxClients 47']],
  ['an unknown base', { baseId: '9' }, ['bridgeLinks.0.baseId 400']],
  ['a base that is its own client', { clientIds: ['1'] }, ['bridgeLinks.0.clientIds.0 400']],
  ['a client twice', { clientIds: ['2', '2'], maxClients: 2 }, ['bridgeLinks.0.clientIds.1 400']],
  ['a channel of no band', { channel: 7 }, ['bridgeLinks.0.channel 90']],
  ['a width that the channel does not allow', { channel: 165, widthMhz: 80 }, ['bridgeLinks.0.widthMhz 90']],
  ['more power than the radio has', { powerDbm: 24 }, ['bridgeLinks.0.powerDbm 90']],
  ['an unknown VLAN', { vlans: [30, 31] }, ['bridgeLinks.0.vlans.1 400']],
  ['a VLAN twice', { vlans: [30, 30] }, ['bridgeLinks.0.vlans.1 400']],
])('checks a bridge link: %s', (_title, change, expected) => expect(checkOne(change)).toEqual(expected));

describe('the check of several links', () => {
  const second = { ...LINK, id: 'shed', name: 'Shed', ssid: 'Shed link', baseId: '3', clientIds: ['4'] };

  it('accepts links without a common bridge', () => expect(check([LINK, second])).toEqual([]));

  it('refuses a bridge in two links', () => {
    expect(check([LINK, { ...second, baseId: '2' }])).toEqual(['bridgeLinks.1.baseId 400']);
    expect(check([LINK, { ...second, clientIds: ['1'] }])).toEqual(['bridgeLinks.1.clientIds.0 400']);
  });

  it('refuses equal ids, names and SSIDs', () => {
    const { id, name, ssid } = LINK;
    expect(check([LINK, { ...second, id, name: name.toUpperCase(), ssid }])).toEqual([
      'bridgeLinks.1.id 400',
      'bridgeLinks.1.name 400',
      'bridgeLinks.1.ssid 24',
    ]);
  });
});

describe('the check of the bridges of a link', () => {
  const gone = { ...LINK, clientIds: ['9'] };

  it('accepts an applied bridge that has left the project, but refuses to add it to a link', () => {
    expect(check([gone], { applied: [gone] })).toEqual([]);
    expect(check([gone], { applied: [LINK] })).toEqual(['bridgeLinks.0.clientIds.0 400']);
  });

  it('refuses a bridge without support for links', () => {
    const devices = [bridge('1'), bridge('2', { supportsLinks: false })];
    expect(check([LINK], { devices })).toEqual(['bridgeLinks.0.clientIds.0 85']);
  });

  it('uses the shortest distance of its bridges', () => {
    const devices = [bridge('1', { maxDistanceMetres: 15_000 }), bridge('2', { maxDistanceMetres: 200 })];
    expect(check([LINK], { devices })).toEqual(['bridgeLinks.0.distanceMetres 50']);
  });

  it('refuses channels that the country forbids', () => {
    expect(checkOne({ channel: 100 }, 'CN')).toEqual(['bridgeLinks.0.channel 90']);
  });
});

test.each([
  [{ ssid: LINK.ssid }, ['bridgeLinks.0.ssid']],
  [{ ssid: 'Corp', ssid5g: LINK.ssid }, ['bridgeLinks.0.ssid']],
  [{ ssid: 'Corp' }, []],
])('a link beside the Wi-Fi network %j', (policy, fields) => {
  const scope = { devices: DEVICES, vlans: [{ id: 30 }], policies: [{ name: 'Staff', ...policy }] };
  const found = checkBridgeLinks([LINK], scope, []);
  expect(found.map(({ path }) => path)).toEqual(fields);
  for (const { error, message } of found)
    expect([error, message]).toEqual(['ssidExists', expect.stringContaining('Staff')]);
});

test.each([
  [{ powerDbm: 8.5 }, 'The power must be a whole number.'],
  [{ powerDbm: 'much' }, 'The power must be a whole number.'],
  [{ channel: 36.5 }, 'The channel must be a whole number.'],
])('names the fault of %j', (change, sentence) => {
  expect(bridgeLink.safeParse({ ...LINK, ...change }).error?.issues[0]?.message).toBe(sentence);
  const radio = {
    deviceId: 'a',
    radioId: 'b',
    channel: 'auto',
    widthMhz: 'auto',
    powerDbm: 'auto',
    ...change,
  };
  expect(radioSetting.safeParse(radio).error?.issues[0]?.message).toBe(sentence);
});
