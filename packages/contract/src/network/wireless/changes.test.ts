import { expect, test } from 'vitest';
import { listWirelessChanges } from './changes.ts';
import { EMPTY_WIRELESS, type WifiPolicy, type WirelessConfig } from './schema.ts';
import { createPolicy, createPsk } from './testing/fixtures.ts';

const config = (values: Partial<WirelessConfig>): WirelessConfig => ({ ...EMPTY_WIRELESS, ...values });
const between = (now: Partial<WirelessConfig>, after: Partial<WirelessConfig>) =>
  listWirelessChanges(config(now), config(after), (id) => id.toUpperCase());

const STAFF = createPolicy({ id: 'a', name: 'Staff', ssid: 'Staff', security: createPsk('first key!') });

test('lists a new or removed policy completely, without its password', () => {
  const [added] = between({}, { policies: [STAFF] });
  expect(added).toMatchObject({
    setting: 'Wireless policy Staff',
    after:
      'name Staff; enabled yes; SSID Staff; 5 GHz name the same; hidden no; bands 2.4 GHz, 5 GHz; security WPA2-PSK, AES; ' +
      'key update never; maximum clients 1; VLAN none; guests no; upload no limit; download no limit; ' +
      'shutdown never; addresses from the network; access threshold none; devices AP1',
  });
  expect(between({ policies: [STAFF] }, {})).toMatchObject([
    { setting: 'Wireless policy Staff', now: added?.after },
  ]);
  expect(between({ policies: [STAFF] }, { policies: [STAFF] })).toEqual([]);
});

test('returns the path, the item and the field of a change', () => {
  const [change] = between({ policies: [STAFF] }, { policies: [{ ...STAFF, hidden: true }] });
  expect(change).toEqual({
    path: ['wireless.policies', 'a', 'hidden'],
    item: 'Wireless policy Staff',
    label: 'hidden',
    setting: 'Wireless policy Staff, hidden',
    now: 'no',
    after: 'yes',
  });
});

test('recognises a renamed policy', () => {
  expect(between({ policies: [STAFF] }, { policies: [{ ...STAFF, name: 'Office' }] })).toMatchObject([
    { setting: 'Wireless policy Office, name', now: 'Staff', after: 'Office' },
  ]);
});

test('lists a new password without its value, and no change for an absent password', () => {
  const after = (key: string | undefined) =>
    between({ policies: [STAFF] }, { policies: [{ ...STAFF, security: createPsk(key) }] });
  expect(after('second key')).toMatchObject([
    { setting: 'Wireless policy Staff, password', now: 'not shown', after: 'changed' },
  ]);
  expect(after('first key!')).toEqual([]);
  expect(after(undefined)).toEqual([]);
  const kept = (keyId: string): WifiPolicy => ({
    ...STAFF,
    security: { mode: 'wpa2-psk', ciphers: ['AES'], keyUpdateSeconds: 0, keyId },
  });
  expect(between({ policies: [kept('a')] }, { policies: [kept('a')] })).toEqual([]);
  expect(between({ policies: [kept('a')] }, { policies: [kept('b')] })).toMatchObject([{ after: 'changed' }]);
  const open: WifiPolicy = { ...STAFF, security: { mode: 'open' } };
  const everything = JSON.stringify([
    after('second key'),
    between({ policies: [STAFF] }, { policies: [open] }),
    between({ policies: [open] }, { policies: [STAFF] }),
  ]);
  expect(everything).not.toMatch(/first key!|second key/);
});

test('lists a setting that the new mode does not have as “none”', () => {
  expect(
    between({ policies: [STAFF] }, { policies: [{ ...STAFF, security: { mode: 'open' } }] }),
  ).toMatchObject([
    { setting: 'Wireless policy Staff, security', now: 'WPA2-PSK, AES', after: 'None' },
    { setting: 'Wireless policy Staff, key update', now: 'never', after: 'none' },
  ]);
});

test('describes a change of each part of a wireless configuration in one line', () => {
  const shutdowns = [
    { days: [0, 1], fromMinute: 1320, toMinute: 1440 },
    { days: [0, 1, 2, 3, 4, 5, 6], fromMinute: 0, toMinute: 390 },
  ];
  const devices = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const radio = { deviceId: 'ap1', radioId: 'radio1', widthMhz: 'auto', powerDbm: 'auto' } as const;
  expect(
    between(
      { policies: [STAFF], radios: [{ ...radio, channel: 36 }], blacklist: [{ mac: '00:11:22:33:44:55' }] },
      {
        policies: [{ ...STAFF, shutdowns, devices }],
        radios: [{ ...radio, channel: 40, widthMhz: 80 }],
        countries: [{ deviceId: 'ap1', country: 'PT' }],
      },
    ),
  ).toMatchObject([
    {
      setting: 'Wireless policy Staff, shutdown',
      now: 'never',
      after: 'Mon, Sun 22:00–24:00; every day 00:00–06:30',
    },
    { setting: 'Wireless policy Staff, devices', now: 'AP1', after: 'A, B, C, D, E and 2 more' },
    { setting: 'AP1, radio radio1, channel', now: '36', after: '40' },
    { setting: 'AP1, radio radio1, width', now: 'auto', after: '80 MHz' },
    { setting: 'Country of AP1', after: 'country Portugal' },
    { setting: 'Blocked client 00:11:22:33:44:55', now: 'remark none' },
  ]);
});
