import { expect, test } from 'vitest';
import { PROJECT_DOCUMENT, type ProjectContent } from '../network/project-document.ts';
import { type BackedUpDevice, countParts, restoreContent, selectContent } from './content.ts';
import type { BackupPart } from './parts.ts';
import type { Adaption } from './adaption.ts';
import { listRestoredItems } from './restored-items.ts';

const vlan = (id: number) => ({ id, name: `VLAN ${id}`, ip: `10.0.${id}.1`, prefix: 24, ports: [] });
const radio = (deviceId: string, channel: number) => ({
  deviceId,
  radioId: 'radio0',
  channel,
  widthMhz: 20 as const,
  powerDbm: 'auto' as const,
});
const policy = (id: string, ssid: string) => ({ id, ssid }) as never;
const wireless = (part: object) =>
  ({ policies: [], blacklist: [], radios: [], countries: [], ...part }) as never;
const lag = (id: string) => ({ id, mode: 'lacp' as const, ports: ['p1', 'p2'] });

const PROJECT: ProjectContent = {
  config: {
    vlans: [vlan(20), vlan(30)],
    dhcpPools: [],
    wireless: wireless({
      policies: [policy('a', 'Guests')],
      radios: [radio('ap1', 1), radio('ap2', 6)],
    }),
  },
  devices: [
    { deviceId: 'ap1', settings: {} },
    { deviceId: 'sw1', settings: { lags: [lag('lag1')] } },
  ],
};
const AP: BackedUpDevice = {
  id: 'ap1',
  role: 'access-point',
  caps: { radios: [{ id: 'radio0', band: '2.4G', maxPowerDbm: 20 }] },
};
const GATEWAY: BackedUpDevice = { id: 'gw', role: 'gateway', caps: { radios: [] } };
const SWITCH: BackedUpDevice = { id: 'sw1', role: 'switch', caps: { radios: [] } };

test.each([
  ['a gateway the networks', GATEWAY, [{ part: 'vlans', items: 2 }]],
  [
    'an access point the Wi-Fi networks, and its own radios',
    AP,
    [
      { part: 'policies', items: 1 },
      { part: 'radios', items: 1 },
    ],
  ],
  ['a switch its own settings', SWITCH, [{ part: 'ports', items: 1 }]],
])('a backup contains of %s', (_, device, parts) =>
  expect(countParts(selectContent(PROJECT, device), device).filter(({ items }) => items > 0)).toEqual(parts),
);

test('a restoration replaces what belongs to the device, and leaves that of others', () => {
  const backup = selectContent(PROJECT, AP);
  const later: ProjectContent = {
    config: {
      vlans: [vlan(40)],
      dhcpPools: [],
      wireless: wireless({
        policies: [policy('a', 'Visitors'), policy('b', 'Staff')],
        radios: [radio('ap1', 11), radio('ap2', 11)],
      }),
    },
    devices: [{ deviceId: 'sw1', settings: {} }],
  };
  const { config, devices } = restoreContent(later, backup, AP);
  expect(config.vlans).toEqual([vlan(40)]);
  // Another access point uses the Wi-Fi networks too, so that a later one stays.
  expect(config.wireless?.policies).toEqual([policy('a', 'Guests'), policy('b', 'Staff')]);
  expect(config.wireless?.radios).toEqual([radio('ap1', 1), radio('ap2', 11)]);
  expect(devices).toEqual(later.devices);
});

test('a restoration removes what the device did not have, and only in the chosen parts', () => {
  const backup = selectContent(PROJECT, GATEWAY);
  const later: ProjectContent = {
    ...PROJECT,
    config: { ...PROJECT.config, vlans: [vlan(30), vlan(40)], clientLimits: [{ mac: 'x' }] },
  };
  expect(restoreContent(later, backup, GATEWAY, ['vlans']).config).toMatchObject({
    vlans: [vlan(20), vlan(30)],
    clientLimits: [{ mac: 'x' }],
  });
  expect(restoreContent(later, backup, GATEWAY).config.clientLimits).toEqual([]);
});

test('the restoration of a backup of the present state changes nothing', () => {
  for (const device of [AP, GATEWAY, SWITCH])
    expect(restoreContent(PROJECT, selectContent(PROJECT, device), device)).toBe(PROJECT);
});

test('a part that the device gets counts without items too, because its restoration removes what is there now', () => {
  const parts = countParts(selectContent(PROJECT, GATEWAY), GATEWAY);
  expect(parts).toContainEqual({ part: 'mappings', items: 0 });
  expect(parts.map(({ part }) => part)).not.toContain('radios');
});

test('a restoration is reported item by item, with the reason of each that was skipped', () => {
  const backup = selectContent(PROJECT, AP);
  const present: ProjectContent = {
    config: {
      vlans: [vlan(40)],
      dhcpPools: [],
      wireless: wireless({
        policies: [policy('a', 'Visitors'), policy('b', 'Staff')],
        radios: [radio('ap1', 1), radio('ap2', 11)],
      }),
    },
    devices: [],
  };
  const report = (parts: readonly BackupPart[], device = AP, adaptions: readonly Adaption[] = []) =>
    listRestoredItems({
      present,
      backup,
      restored: restoreContent(present, backup, device, parts),
      device,
      parts,
      adaptions,
      describe: (from, to) =>
        PROJECT_DOCUMENT.compare(from, to).map(({ key, list }) => ({
          path: [list, key],
          item: key,
          setting: key,
        })),
    }).map(({ name, outcome, reason }) => [name, outcome, reason?.split(/[ ,.]/, 3).join(' ')]);
  expect(report(['policies', 'radios'])).toEqual([
    ['a', 'restored', undefined],
    ['b', 'skipped', 'The backup does'],
    ['ap1/radio0', 'kept', 'The device had'],
  ]);
  expect(report(['radios'])).toEqual([
    ['a', 'skipped', 'The part was'],
    ['ap1/radio0', 'kept', 'The device had'],
  ]);
  const adaption = (item: string, outcome: Adaption['outcome']) =>
    ({ part: 'radios', item, outcome, reason: 'No such channel.' }) as const;
  expect(
    report(['radios'], AP, [adaption('ap1/radio0', 'adapted'), adaption('ap1/radio2', 'skipped')]),
  ).toEqual([
    ['a', 'skipped', 'The part was'],
    ['ap1/radio0', 'adapted', 'No such channel'],
    ['ap1/radio2', 'skipped', 'No such channel'],
  ]);
  expect(report(['policies'], { ...AP, role: 'switch' })).toEqual([
    ['a', 'skipped', 'The device does'],
    ['ap1/radio0', 'skipped', 'The device does'],
  ]);
});
