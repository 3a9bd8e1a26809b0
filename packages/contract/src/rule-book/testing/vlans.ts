import type { PortSetting } from '../../device-settings/index.ts';
import { formatVlanList, parseVlanList } from '../../net/index.ts';
import {
  findSettingsViolations,
  LAN,
  findNetworkViolations,
  findPolicyViolations,
  VLAN,
} from './find-violations.ts';
import { requireRows, type Rows } from './rows.ts';

const vlan = (values: Partial<typeof VLAN> & { taggedPorts?: string[] }, model?: string) =>
  findNetworkViolations({ vlans: [{ ...VLAN, ...values }], dhcpPools: [] }, model);
const two = (values: Partial<typeof VLAN>, more = {}) =>
  findNetworkViolations({
    vlans: [VLAN, { ...VLAN, id: 40, name: 'Staff', ip: '192.168.40.1', ports: [], ...values }],
    ...more,
  });
const list = (text: string): string[] => {
  const read = parseVlanList(text);
  return read.ok ? [] : [`list ${read.error ?? 'invalidParameters'}`];
};
const REFUSED = 'list invalidParameters';
const PORT: PortSetting = {
  id: 'p1',
  enabled: true,
  mode: 'hybrid',
  pvid: 1,
  tagged: [],
  untagged: [],
  speedMbps: 0,
  duplex: 'auto',
  eee: false,
};
const switchPort = (values: Partial<PortSetting>) =>
  findSettingsViolations({ ports: [{ ...PORT, ...values }] });
const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

export const VLAN_RULES = [
  'the ID is 10 to 4094',
  'the wireless ID is 1 to 4094',
  'other pages have ranges of their own',
  'the ID is a whole number',
  'the ID is unique',
  'lists of at most 100',
  'the name is unique',
  'the name is not reserved',
  'the name has its characters',
  'tagged and untagged differ',
  'tagged differs from the PVID',
  'a port is untagged in one VLAN',
  'ports are those of the device',
] as const;
export const VLAN_CASES: Rows<(typeof VLAN_RULES)[number]> = {
  'the ID is 10 to 4094': {
    sentence: 'VLAN ID 10 to 4094.',
    accepted: [
      ['10', vlan({ id: 10 })],
      ['4094', vlan({ id: 4094 })],
    ],
    refused: requireRows(
      [0, 9, 4095].map((id) => [`${id}`, vlan({ id }), 'vlans.0.id vlanIdOutOfRange'] as const),
    ),
  },
  'the wireless ID is 1 to 4094': {
    sentence: '(wireless VLAN 1 to 4094)',
    accepted: [
      ['1', findPolicyViolations({ vlanId: 1 })],
      ['4094', findPolicyViolations({ vlanId: 4094 })],
    ],
    refused: [
      ['0', findPolicyViolations({ vlanId: 0 }), 'wireless.policies.0.vlanId vlanIdOutOfRange'],
      ['4095', findPolicyViolations({ vlanId: 4095 }), 'wireless.policies.0.vlanId vlanIdOutOfRange'],
    ],
  },
  'other pages have ranges of their own': {
    sentence: 'Other pages state 2-4094 or tagged 1-4094.',
    note: 'The range of a gateway is in its capability document; ports take 1 to 4094 everywhere.',
    accepted: [
      ['2 on a model that takes it', vlan({ id: 2 }, 'NL-GW10')],
      ['tagged 1 and 4094', switchPort({ pvid: 20, tagged: [1, 4094] })],
      ['PVID 4094', switchPort({ pvid: 4094 })],
    ],
    refused: [
      [
        '1 on that model',
        findNetworkViolations({ vlans: [{ ...VLAN, id: 1 }], dhcpPools: [] }, 'NL-GW10'),
        'vlans.0.id vlanIdOutOfRange',
      ],
      ['1001 on a model that ends at 1000', vlan({ id: 1001 }, 'NL-GW5L'), 'vlans.0.id vlanIdOutOfRange'],
      ['tagged 0', switchPort({ tagged: [0] }), 'ports.0.tagged.0 vlanIdOutOfRange'],
      ['untagged 4095', switchPort({ untagged: [4095] }), 'ports.0.untagged.0 vlanIdOutOfRange'],
      ['PVID 0', switchPort({ pvid: 0 }), 'ports.0.pvid vlanIdOutOfRange'],
    ],
  },
  'the ID is a whole number': {
    sentence: 'Must be an integer.',
    accepted: [['30', vlan({ id: 30 })]],
    refused: [['30.5', vlan({ id: 30.5 }), 'vlans.0.id invalidParameters']],
  },
  'the ID is unique': {
    sentence: 'Must be unique.',
    accepted: [['another one', two({})]],
    refused: [
      ['the same', two({ id: 30 }), 'vlans.1.id vlanIdExists'],
      ['that of the LAN', two({ id: 1 }), 'vlans.1.id vlanIdOutOfRange'],
      [
        'that of the LAN, where 1 is in the range',
        findNetworkViolations({ vlans: [{ ...VLAN, id: 1 }], dhcpPools: [], lan: LAN }, 'NL-CS24F'),
        'vlans.0.id vlanIdExists',
      ],
    ],
  },
  'lists of at most 100': {
    sentence: 'Lists such as 3,5,7 or 10-13 are accepted, at most 100 VLANs at a time.',
    accepted: [
      ['3,5,7', list('3,5,7')],
      ['10-13', list('10-13')],
      ['both, with spaces', list('3,5, 10 - 13')],
      ['100 of them', list('1-100')],
      ['100 of them, apart', list(formatVlanList(ids(1, 200).filter((id) => id % 2 === 0)))],
      ['a port with 100', switchPort({ tagged: ids(2, 101) })],
    ],
    refused: [
      ['101 of them', list('1-101'), REFUSED],
      ['101 of them, in two ranges', list('1-60,70-110'), REFUSED],
      ['a port with 101', switchPort({ tagged: ids(2, 102) }), 'ports.0.tagged invalidParameters'],
      ['one twice', list('3,3'), REFUSED],
      ['ranges that overlap', list('10-13,12-14'), REFUSED],
      ['a port with one twice', switchPort({ tagged: [10, 10] }), 'ports.0.tagged invalidParameters'],
      ['an end before its start', list('13-10'), REFUSED],
      ['0', list('0'), REFUSED],
      ['4095', list('4094-4095'), REFUSED],
      ['another sign', list('3;5'), REFUSED],
      ['a comma with nothing behind it', list('3,'), REFUSED],
      ['nothing', list(''), REFUSED],
    ],
  },
  'the name is unique': {
    sentence: 'VLAN name is unique.',
    accepted: [['another one', two({ name: 'Guests 2' })]],
    refused: [['the same in another case', two({ name: 'GUESTS' }), 'vlans.1.name vlanNameExists']],
  },
  'the name is not reserved': {
    sentence: 'It cannot be br0 or IPTV.',
    accepted: [
      ['br1', vlan({ name: 'br1' })],
      ['IPTV2', vlan({ name: 'IPTV2' })],
    ],
    refused: requireRows(
      ['br0', 'BR0', 'IPTV', 'iptv'].map(
        (name) => [name, vlan({ name }), 'vlans.0.name vlanReserved'] as const,
      ),
    ),
  },
  'the name has its characters': {
    sentence: 'Allowed characters: digits, letters, underscore, space and some punctuation.',
    accepted: [
      ['each of them', vlan({ name: 'a_9 -.,:()/' })],
      ['16 characters', vlan({ name: 'a'.repeat(16) })],
    ],
    refused: requireRows(
      ['a;b', 'Gäste', ' a', 'a'.repeat(17), ''].map(
        (name) => [JSON.stringify(name), vlan({ name }), 'vlans.0.name invalidParameters'] as const,
      ),
    ),
  },
  'tagged and untagged differ': {
    sentence: 'Tagged and untagged must differ.',
    accepted: [
      ['of a switch', switchPort({ tagged: [10], untagged: [20] })],
      ['of the gateway', vlan({ ports: ['lan1'], taggedPorts: ['lan2'] })],
    ],
    refused: [
      ['of a switch', switchPort({ tagged: [10], untagged: [10] }), 'ports.0.untagged invalidParameters'],
      [
        'of the gateway',
        vlan({ ports: ['lan1'], taggedPorts: ['lan1'] }),
        'vlans.0.taggedPorts.0 portInOtherVlan',
      ],
    ],
  },
  'tagged differs from the PVID': {
    sentence: 'Tagged must differ from PVID.',
    accepted: [['it does', switchPort({ pvid: 10, tagged: [20] })]],
    refused: [['it does not', switchPort({ pvid: 10, tagged: [10] }), 'ports.0.tagged invalidParameters']],
  },
  'a port is untagged in one VLAN': {
    sentence: '§8, 120',
    accepted: [['in one', two({ ports: ['lan2'] })]],
    refused: [['in two', two({ ports: ['lan1'] }), 'vlans.1.ports.0 portInOtherVlan']],
  },
  'ports are those of the device': {
    sentence: '§8, 121',
    accepted: [['the last one', vlan({ ports: ['lan2'] })]],
    refused: [
      ['untagged at none', vlan({ ports: ['lan3'] }), 'vlans.0.ports.0 portUnknown'],
      ['tagged at none', vlan({ taggedPorts: ['lan9'] }), 'vlans.0.taggedPorts.0 portUnknown'],
      ['one of a switch', switchPort({ id: 'p99' }), 'ports.0.id portUnknown'],
    ],
  },
};
