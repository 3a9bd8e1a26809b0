import { formatBands } from '../../kit/format-band.ts';
import { compareLists, type ItemField } from '../../kit/compare-lists.ts';
import type { ConfigChange } from '../../kit/config-change.ts';
import { formatCountryName } from './rules-radios.ts';
import {
  EMPTY_WIRELESS,
  type RadioSetting,
  type ShutdownPeriod,
  type WifiPolicy,
  type WirelessConfig,
} from './schema.ts';
import { isNewSecret, getSecretSlot } from './secrets.ts';
import { getCipherChoice, SECURITY_MODE_LABELS } from './security.ts';

/** Returns a device's name, or its id. */
export type NameOf = (deviceId: string) => string;

/** Lists the differences between two wireless configurations as lines of a review. Secrets are never shown. */
export function listWirelessChanges(
  now: WirelessConfig = EMPTY_WIRELESS,
  after: WirelessConfig = EMPTY_WIRELESS,
  nameOf: NameOf = (id) => id,
): ConfigChange[] {
  return [
    ...compareLists(now.policies, after.policies, {
      list: 'wireless.policies',
      key: ({ id }) => id,
      title: ({ name }) => `Wireless policy ${name}`,
      listFields: (policy) => listPolicyFields(policy, nameOf),
      isNewSecret: (old, fresh) => isNewSecret(getSecretSlot(old), getSecretSlot(fresh)),
    }),
    ...compareLists(now.radios, after.radios, {
      list: 'wireless.radios',
      key: ({ deviceId, radioId }) => `${deviceId}/${radioId}`,
      title: ({ deviceId, radioId }) => `${nameOf(deviceId)}, radio ${radioId}`,
      listFields: listRadioFields,
    }),
    // The title names the only field.
    ...compareLists(now.countries, after.countries, {
      list: 'wireless.countries',
      key: ({ deviceId }) => deviceId,
      title: ({ deviceId }) => `Country of ${nameOf(deviceId)}`,
      listFields: ({ country }) => [['country', 'country', formatCountryName(country)]],
    }).map((change) => ({ ...change, setting: change.item })),
    ...compareLists(now.blacklist, after.blacklist, {
      list: 'wireless.blacklist',
      key: ({ mac }) => mac,
      title: ({ mac }) => `Blocked client ${mac}`,
      listFields: ({ remark }) => [['remark', 'remark', remark ?? 'none']],
    }),
  ];
}

const formatYesNo = (value: boolean): string => (value ? 'yes' : 'no');
const formatRate = (kbps: number | undefined): string => (kbps === undefined ? 'no limit' : `${kbps} kbit/s`);
const DEVICES_NAMED = 5;

function listPolicyFields(policy: WifiPolicy, nameOf: NameOf): ItemField[] {
  const { accessThresholdDbm, bands, dhcp, maxClients, shutdowns, ssid, ssid5g, vlanId } = policy;
  return [
    ['name', 'name', policy.name],
    ['enabled', 'enabled', formatYesNo(policy.enabled)],
    ['ssid', 'SSID', ssid],
    ['ssid5g', '5 GHz name', ssid5g ?? 'the same'],
    ['hidden', 'hidden', formatYesNo(policy.hidden)],
    ['bands', 'bands', formatBands(bands)],
    ...listSecurityFields(policy),
    ['maxClients', 'maximum clients', String(maxClients)],
    ['vlan', 'VLAN', vlanId === undefined ? 'none' : String(vlanId)],
    ['guest', 'guests', formatYesNo(policy.guest)],
    ['upload', 'upload', formatRate(policy.upKbps)],
    ['download', 'download', formatRate(policy.downKbps)],
    ['shutdowns', 'shutdown', shutdowns.map(formatPeriod).join('; ') || 'never'],
    ['dhcp', 'addresses', dhcp === 'user' ? 'from the network' : 'from the access point'],
    [
      'accessThreshold',
      'access threshold',
      accessThresholdDbm === undefined ? 'none' : `${accessThresholdDbm} dBm`,
    ],
    ['devices', 'devices', describeDevices(policy, nameOf)],
  ];
}

function describeDevices({ devices }: WifiPolicy, nameOf: NameOf): string {
  if (devices === 'all') return 'all';
  const shown = devices.slice(0, DEVICES_NAMED).map(nameOf).join(', ');
  return devices.length > DEVICES_NAMED ? `${shown} and ${devices.length - DEVICES_NAMED} more` : shown;
}

function listSecurityFields({ security }: WifiPolicy): ItemField[] {
  if (security.mode === 'open') return [['security', 'security', SECURITY_MODE_LABELS.open]];
  const { ciphers, keyUpdateSeconds, mode } = security;
  return [
    ['security', 'security', `${SECURITY_MODE_LABELS[mode]}, ${getCipherChoice(ciphers)}`],
    ['keyUpdate', 'key update', keyUpdateSeconds === 0 ? 'never' : `every ${keyUpdateSeconds} s`],
    ...('radius' in security
      ? ([['radius', 'RADIUS server', `${security.radius.ip}, port ${security.radius.port}`]] as const)
      : []),
  ];
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const padNumber = (value: number): string => String(value).padStart(2, '0');
/** Formats a minute of the day: `07:30`; 1440 is `24:00`. */
export const formatClock = (minute: number): string =>
  `${padNumber(Math.floor(minute / 60))}:${padNumber(minute % 60)}`;

/** Formats a shutdown period: `Mon, Tue 22:00–24:00`. The week starts on Monday. */
export function formatPeriod({ days, fromMinute, toMinute }: ShutdownPeriod): string {
  const sorted = days.toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7));
  const names = days.length === 7 ? 'every day' : sorted.map((day) => DAYS[day]).join(', ');
  return `${names} ${formatClock(fromMinute)}–${formatClock(toMinute)}`;
}

const listRadioFields = ({ channel, off, powerDbm, widthMhz }: RadioSetting): ItemField[] => [
  ['channel', 'channel', String(channel)],
  ['width', 'width', widthMhz === 'auto' ? 'auto' : `${widthMhz} MHz`],
  ['power', 'power', powerDbm === 'auto' ? 'auto' : `${powerDbm} dBm`],
  ...(off ? ([['off', 'radio', 'turned off']] as const) : []),
];
