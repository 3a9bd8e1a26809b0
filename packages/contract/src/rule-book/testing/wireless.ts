import {
  AP1,
  AP2,
  createPolicies,
  createPolicy,
  createPsk,
} from '../../network/wireless/testing/fixtures.ts';
import type { RadioSetting, ShutdownPeriod, WifiPolicy } from '../../network/wireless/index.ts';
import { findScreenViolations, findWirelessViolations, findPolicyViolations } from './find-violations.ts';
import { requireRows, type Rows } from './rows.ts';

const at = (field: string) => `wireless.policies.0.${field}`;
const keyUpdate = (keyUpdateSeconds: number) =>
  findPolicyViolations({
    security: { ...createPsk('long enough'), keyUpdateSeconds } as WifiPolicy['security'],
  });
const key = (text: string) => findPolicyViolations({ security: createPsk(text) });
const period = (days: number[], fromMinute: number, toMinute: number): ShutdownPeriod => ({
  days,
  fromMinute,
  toMinute,
});
const off = (...shutdowns: ShutdownPeriod[]) => findPolicyViolations({ shutdowns });
const daily = (count: number) => Array.from({ length: count }, (_, day) => period([day], 0, 60));
const power = (powerDbm: number, more: Partial<RadioSetting> = {}) =>
  findWirelessViolations({
    radios: [{ deviceId: 'ap1', radioId: 'radio1', channel: 'auto', widthMhz: 'auto', powerDbm, ...more }],
  });
/** Returns a power setting on a radio that supports more than the rule allows. */
const strongRadio = (powerDbm: number) =>
  findWirelessViolations(
    {
      radios: [{ deviceId: 'ap1', radioId: 'radio1', channel: 'auto', widthMhz: 'auto', powerDbm }],
    },
    [{ ...AP1, radios: AP1.radios.map((radio) => ({ ...radio, maxPowerDbm: 33 })) }],
  );
const POWER = 'wireless.radios.0.powerDbm';
const threshold = (accessThresholdDbm: number) => findPolicyViolations({ accessThresholdDbm });
const deeper = (devices: WifiPolicy['devices']) =>
  findWirelessViolations({ policies: [createPolicy({ accessThresholdDbm: -100, devices })] }, [
    { ...AP1, accessThresholdMin: -100 },
    AP2,
  ]);
const COUNTRIES = ['Austria', 'France', 'Italy', 'Poland', 'Portugal', 'Spain'];
const listed = (count: number) =>
  findWirelessViolations({
    blacklist: Array.from({ length: count }, (_, index) => ({
      mac: `02:00:00:00:${String(Math.floor(index / 100)).padStart(2, '0')}:${String(index % 100).padStart(2, '0')}`,
    })),
  });

export const WIRELESS_RULES = [
  'the key update is 60 to 99999 or 0',
  'clients are 1 to 128',
  'policies are at most 32',
  'the two names differ',
  'the SSID is 1 to 32 bytes',
  'the password is a passphrase or 64 hex digits',
  'shutdown periods are at most 4',
  'no shutdown period overlaps',
  'no shutdown period is empty',
  'a shutdown ends after its start',
  'a band is selected',
  'the threshold is -90 to -60',
  'the threshold is a whole number',
  'the power is 8 to 29',
  'countries on the big screen',
  'clients of the blacklist are at most 100',
] as const;
export const WIRELESS_CASES: Rows<(typeof WIRELESS_RULES)[number]> = {
  'the key update is 60 to 99999 or 0': {
    sentence: 'Key update 60 to 99999 (0 means none).',
    accepted: [
      ['0', keyUpdate(0)],
      ['60', keyUpdate(60)],
      ['99999', keyUpdate(99_999)],
    ],
    refused: requireRows(
      [1, 59, 100_000, 60.5].map(
        (value) =>
          [`${value}`, keyUpdate(value), `${at('security.keyUpdateSeconds')} invalidParameters`] as const,
      ),
    ),
  },
  'clients are 1 to 128': {
    sentence: 'Max clients 1 to 128.',
    accepted: [
      ['1', findPolicyViolations({ maxClients: 1 })],
      ['128', findPolicyViolations({ maxClients: 128 })],
    ],
    refused: [
      ['0', findPolicyViolations({ maxClients: 0 }), `${at('maxClients')} maxClientsInvalid`],
      ['129', findPolicyViolations({ maxClients: 129 }), `${at('maxClients')} maxClientsInvalid`],
      ['1.5', findPolicyViolations({ maxClients: 1.5 }), `${at('maxClients')} invalidParameters`],
    ],
  },
  'policies are at most 32': {
    sentence: 'At most 32 wireless policies.',
    accepted: [['32', findWirelessViolations({ policies: createPolicies(32, { enabled: false }) })]],
    refused: [
      [
        '33',
        findWirelessViolations({ policies: createPolicies(33, { enabled: false }) }),
        'wireless.policies wirelessLimit',
      ],
    ],
  },
  'the two names differ': {
    sentence: 'The 2.4G and 5G names must differ.',
    accepted: [['they do', findPolicyViolations({ ssid: 'A', ssid5g: 'A 5G' })]],
    refused: [
      [
        'the same in another case',
        findPolicyViolations({ ssid: 'A', ssid5g: 'a' }),
        `${at('ssid5g')} bandSsidConflict`,
      ],
    ],
  },
  'the SSID is 1 to 32 bytes': {
    sentence: 'decisions: SSID, 1 to 32 bytes of UTF-8',
    accepted: [
      ['one byte', findPolicyViolations({ ssid: 'A' })],
      ['32 bytes of ASCII', findPolicyViolations({ ssid: 'a'.repeat(32) })],
      ['eight characters of four bytes', findPolicyViolations({ ssid: '𝒜'.repeat(8) })],
      ['characters with a meaning in other programs', findPolicyViolations({ ssid: `"'\\;,$(a)` })],
    ],
    refused: requireRows(
      ['', 'a'.repeat(33), '𝒜'.repeat(9), 'a\nssid=b', 'a\r', ' a', '📶'].map(
        (ssid) =>
          [JSON.stringify(ssid), findPolicyViolations({ ssid }), `${at('ssid')} invalidParameters`] as const,
      ),
    ),
  },
  'the password is a passphrase or 64 hex digits': {
    sentence: 'Wi-Fi password: 8 to 63 printable ASCII, or 8 to 64 hex.',
    note: '8 to 63 hex digits are a passphrase; 64 are a raw key.',
    accepted: [
      ['8', key('a'.repeat(8))],
      ['63', key('~'.repeat(63))],
      ['64 hex digits', key('0aF'.repeat(21) + '0')],
    ],
    refused: requireRows(
      ['a'.repeat(7), 'x'.repeat(64), 'a'.repeat(65), 'pässword', 'password\n'].map(
        (text) =>
          [
            `${text.length}: ${text.slice(0, 9)}`,
            key(text),
            `${at('security.key')} invalidParameters`,
          ] as const,
      ),
    ),
  },
  'shutdown periods are at most 4': {
    sentence: 'At most 4 shutdown periods.',
    accepted: [['4', off(...daily(4))]],
    refused: [['5', off(...daily(5)), `${at('shutdowns')} radioTimeRule`]],
  },
  'no shutdown period overlaps': {
    sentence: 'No overlap.',
    accepted: [
      ['side by side', off(period([1], 0, 60), period([1], 60, 120))],
      ['the same hours on other days', off(period([1], 0, 60), period([2], 0, 60))],
    ],
    refused: [
      [
        'one minute',
        off(period([1, 2], 0, 60), period([2], 59, 120)),
        `${at('shutdowns.1.fromMinute')} radioTimeRule`,
      ],
    ],
  },
  'no shutdown period is empty': {
    sentence: 'None empty.',
    accepted: [['one day', off(period([0], 0, 60))]],
    refused: [['no day', off(period([], 0, 60)), `${at('shutdowns.0.days')} radioTimeRule`]],
  },
  'a shutdown ends after its start': {
    sentence: 'End after start.',
    accepted: [
      ['a minute later', off(period([1], 60, 61))],
      ['a whole day', off(period([1], 0, 1440))],
    ],
    refused: [
      ['at once', off(period([1], 60, 60)), `${at('shutdowns.0.toMinute')} radioTimeRule`],
      ['before', off(period([1], 60, 59)), `${at('shutdowns.0.toMinute')} radioTimeRule`],
      ['after midnight', off(period([1], 60, 1441)), `${at('shutdowns.0.toMinute')} invalidParameters`],
    ],
  },
  'a band is selected': {
    sentence: 'At least one band selected.',
    accepted: [['one', findPolicyViolations({ bands: ['5G'] })]],
    refused: [['none', findPolicyViolations({ bands: [] }), `${at('bands')} invalidParameters`]],
  },
  'the threshold is -90 to -60': {
    sentence: 'Access threshold -90 to -60 (another rule -100 to -60).',
    note: '-100 if every device of the policy supports it.',
    accepted: [
      ['-90', threshold(-90)],
      ['-60', threshold(-60)],
      ['-100 with every device supporting it', deeper(['ap1'])],
    ],
    refused: [
      ['-91', threshold(-91), `${at('accessThresholdDbm')} invalidParameters`],
      ['-59', threshold(-59), `${at('accessThresholdDbm')} invalidParameters`],
      [
        '-100 with one device not supporting it',
        deeper('all'),
        `${at('accessThresholdDbm')} invalidParameters`,
      ],
    ],
  },
  'the threshold is a whole number': {
    sentence: 'Access threshold: integer.',
    accepted: [['-75', threshold(-75)]],
    refused: [['-75.5', threshold(-75.5), `${at('accessThresholdDbm')} invalidParameters`]],
  },
  'the power is 8 to 29': {
    sentence: 'RF power 8 to 29, integer.',
    accepted: [
      ['8', power(8)],
      ['29', power(29)],
      ['29 on a stronger radio', strongRadio(29)],
      ['26, the maximum of the radio', power(26, { radioId: 'radio0' })],
    ],
    refused: [
      ['7', power(7), `${POWER} radioSettings`],
      ['30', power(30), `${POWER} radioSettings`],
      ['30 on a stronger radio', strongRadio(30), `${POWER} radioSettings`],
      ['27, above the maximum of the radio', power(27, { radioId: 'radio0' }), `${POWER} radioSettings`],
      ['8.5', power(8.5), `${POWER} invalidParameters`],
    ],
  },
  'countries on the big screen': {
    sentence: 'At most 5 countries on the big screen.',
    accepted: [
      ['none', findScreenViolations([])],
      ['5', findScreenViolations(COUNTRIES.slice(0, 5))],
    ],
    refused: [
      ['6', findScreenViolations(COUNTRIES), 'countries invalidParameters'],
      ['one twice', findScreenViolations(['Spain', 'Spain']), 'countries invalidParameters'],
    ],
  },
  'clients of the blacklist are at most 100': {
    sentence: '§9, 100 blacklist items',
    accepted: [['100', listed(100)]],
    refused: [
      ['101', listed(101), 'wireless.blacklist invalidParameters'],
      [
        'one twice',
        findWirelessViolations({ blacklist: [{ mac: '02:00:00:00:00:01' }, { mac: '02:00:00:00:00:01' }] }),
        'wireless.blacklist.1.mac invalidParameters',
      ],
    ],
  },
};
