import type { ConfigChange } from '../network/schema.ts';
import { countryName } from './rules-radios.ts';
import {
  EMPTY_WIRELESS,
  type RadioSetting,
  type ShutdownPeriod,
  type WifiPolicy,
  type WirelessConfig,
} from './schema.ts';
import { type SecretSlot, slotOf } from './secrets.ts';
import { cipherChoice, SECURITY_MODE_LABELS } from './security.ts';

type Line = readonly [label: string, value: string];
/** How a device is called; its id where nobody says. */
export type NameOf = (deviceId: string) => string;

/** The lines of a review about the air: setting, now, after. A secret is never among them. Empty when nothing differs. */
export function wirelessChanges(
  now: WirelessConfig = EMPTY_WIRELESS,
  after: WirelessConfig = EMPTY_WIRELESS,
  nameOf: NameOf = (id) => id,
): ConfigChange[] {
  return [
    ...compare(now.policies, after.policies, {
      key: ({ id }) => id,
      title: ({ name }) => `Wireless policy ${name}`,
      lines: (policy) => policyLines(policy, nameOf),
      secret: slotOf,
    }),
    ...compare(now.radios, after.radios, {
      key: ({ deviceId, radioId }) => `${deviceId} ${radioId}`,
      title: ({ deviceId, radioId }) => `${nameOf(deviceId)}, radio ${radioId}`,
      lines: radioLines,
    }),
    ...compare(now.countries, after.countries, {
      key: ({ deviceId }) => deviceId,
      title: ({ deviceId }) => nameOf(deviceId),
      lines: ({ country }) => [['country', countryName(country)]],
    }),
    ...compare(now.blacklist, after.blacklist, {
      key: ({ mac }) => mac,
      title: ({ mac }) => `Blacklist ${mac}`,
      lines: ({ remark }) => [['remark', remark ?? 'none']],
    }),
  ];
}

const yesNo = (value: boolean): string => (value ? 'yes' : 'no');
const rate = (kbps: number | undefined): string => (kbps === undefined ? 'no limit' : `${kbps} kbit/s`);
const DEVICES_NAMED = 5;

function policyLines(policy: WifiPolicy, nameOf: NameOf): Line[] {
  const { accessThresholdDbm, bands, dhcp, maxClients, shutdowns, ssid, ssid5g, vlanId } = policy;
  return [
    ['name', policy.name],
    ['enabled', yesNo(policy.enabled)],
    ['SSID', ssid],
    ['5G name', ssid5g ?? 'the same'],
    ['hidden', yesNo(policy.hidden)],
    ['bands', bands.join(', ')],
    ...securityLines(policy),
    ['maximum clients', String(maxClients)],
    ['VLAN', vlanId === undefined ? 'none' : String(vlanId)],
    ['guests', yesNo(policy.guest)],
    ['upload', rate(policy.upKbps)],
    ['download', rate(policy.downKbps)],
    ['shutdown', shutdowns.map(periodText).join('; ') || 'never'],
    ['addresses', dhcp === 'user' ? 'from the network' : 'from the access point'],
    ['access threshold', accessThresholdDbm === undefined ? 'none' : `${accessThresholdDbm} dBm`],
    ['devices', devicesText(policy, nameOf)],
  ];
}

function devicesText({ devices }: WifiPolicy, nameOf: NameOf): string {
  if (devices === 'all') return 'all';
  const shown = devices.slice(0, DEVICES_NAMED).map(nameOf).join(', ');
  return devices.length > DEVICES_NAMED ? `${shown} and ${devices.length - DEVICES_NAMED} more` : shown;
}

function securityLines({ security }: WifiPolicy): Line[] {
  if (security.mode === 'open') return [['security', SECURITY_MODE_LABELS.open]];
  const { ciphers, keyUpdateSeconds, mode } = security;
  return [
    ['security', `${SECURITY_MODE_LABELS[mode]}, ${cipherChoice(ciphers)}`],
    ['key update', keyUpdateSeconds === 0 ? 'never' : `every ${keyUpdateSeconds} s`],
    ...('radius' in security
      ? ([['RADIUS server', `${security.radius.ip}, port ${security.radius.port}`]] as const)
      : []),
  ];
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const two = (value: number): string => String(value).padStart(2, '0');
/** `07:30`; 1440 is `24:00`. */
export const clockText = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

/** `Mon, Tue 22:00–24:00`; the week starts on Monday. */
export function periodText({ days, fromMinute, toMinute }: ShutdownPeriod): string {
  const sorted = days.toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7));
  const names = days.length === 7 ? 'every day' : sorted.map((day) => DAYS[day]).join(', ');
  return `${names} ${clockText(fromMinute)}–${clockText(toMinute)}`;
}

const radioLines = ({ channel, powerDbm, widthMhz }: RadioSetting): Line[] => [
  ['channel', String(channel)],
  ['width', widthMhz === 'auto' ? 'auto' : `${widthMhz} MHz`],
  ['power', powerDbm === 'auto' ? 'auto' : `${powerDbm} dBm`],
];

interface Described<T> {
  readonly key: (item: T) => string;
  readonly title: (item: T) => string;
  readonly lines: (item: T) => Line[];
  /** Compared and never shown. */
  readonly secret?: (item: T) => SecretSlot | undefined;
}

function compare<T>(now: readonly T[], after: readonly T[], described: Described<T>): ConfigChange[] {
  const { key, lines, title } = described;
  const [before, later] = [now, after].map((list) => new Map(list.map((item) => [key(item), item] as const)));
  const summary = (item: T) =>
    lines(item)
      .map(([label, value]) => `${label} ${value}`)
      .join('; ');
  const removed = now
    .filter((item) => !later?.has(key(item)))
    .map((item) => ({ setting: title(item), now: summary(item) }));
  const kept = after.flatMap((item): ConfigChange[] => {
    const old = before?.get(key(item));
    return old === undefined
      ? [{ setting: title(item), after: summary(item) }]
      : differences(old, item, described);
  });
  return [...removed, ...kept];
}

function differences<T>(old: T, item: T, { lines, secret, title }: Described<T>): ConfigChange[] {
  const [oldLines, newLines] = [new Map(lines(old)), new Map(lines(item))];
  const labels = [...newLines.keys(), ...[...oldLines.keys()].filter((label) => !newLines.has(label))];
  const changed = labels
    .filter((label) => oldLines.get(label) !== newLines.get(label))
    .map((label) => ({
      setting: `${title(item)}, ${label}`,
      now: oldLines.get(label) ?? 'none',
      after: newLines.get(label) ?? 'none',
    }));
  return isNewSecret(secret?.(old), secret?.(item))
    ? [...changed, { setting: `${title(item)}, password`, now: 'not shown', after: 'changed' }]
    : changed;
}

/** Whether a secret was typed, or another one is kept now. */
function isNewSecret(old: SecretSlot | undefined, fresh: SecretSlot | undefined): boolean {
  if (fresh?.value !== undefined) return fresh.value !== old?.value;
  return fresh?.id !== undefined && fresh.id !== old?.id;
}
