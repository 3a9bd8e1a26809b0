import {
  type CipherChoice,
  getCipherChoice,
  CIPHERS_BY_MODE,
  doDevicesOverlap,
  getCiphers,
  EMPTY_WIRELESS,
  isFiveGhz,
  MAX_CLIENTS_LIMIT,
  type PolicyMode,
  listReachedBands,
  type ShutdownPeriod,
  type WifiPolicy,
  type WifiSecurity,
  type WirelessConfig,
  type WirelessScope,
} from '@northlight/contract';
import { type Band, BANDS } from '@northlight/contract/device-protocol';

/** Form values of a policy. An empty secret keeps the stored one. */
export interface PolicyValues extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly ssid: string;
  readonly hasSecondName: boolean;
  readonly ssid5g: string;
  readonly hidden: boolean;
  readonly bands: Band[];
  readonly mode: PolicyMode;
  readonly cipher: CipherChoice;
  readonly key: string;
  /** Id of the stored key. */
  readonly keyId: string | undefined;
  readonly rawKey: boolean;
  readonly radiusIp: string;
  readonly radiusPort: number | '';
  readonly radiusSecret: string;
  readonly radiusSecretId: string | undefined;
  readonly keyUpdateSeconds: number | '';
  readonly maxClients: number | '';
  /** VLAN of the clients; empty without a VLAN. */
  readonly vlanId: number | '';
  readonly guest: boolean;
  readonly upMbps: number | '';
  readonly downMbps: number | '';
  readonly shutdowns: ShutdownPeriod[];
  readonly dhcp: 'user' | 'ap';
  readonly thresholdDbm: number | '';
  readonly everywhere: boolean;
  readonly devices: string[];
}

const RADIUS_PORT = 1812;
const DEFAULT_CLIENTS = 32;

/** Returns the values of a new policy, on the bands of the project's radios, with at most the clients that others leave. */
export function createPolicyValues(
  id: string,
  scope: WirelessScope,
  config: WirelessConfig | undefined,
): PolicyValues {
  const values = createDefaultValues(id, scope);
  const free = countFreeClients(values, config);
  return free === 0 ? values : { ...values, maxClients: Math.min(DEFAULT_CLIENTS, free) };
}

function createDefaultValues(id: string, scope: WirelessScope): PolicyValues {
  const known = scope.devices.flatMap(({ radios }) => radios);
  const usual = (
    [
      ['2.4G', false],
      ['5G', true],
    ] as const
  ).flatMap(([band, fast]) => (known.some((radio) => isFiveGhz(radio.band) === fast) ? [band] : []));
  const bands: Band[] = usual.length > 0 ? usual : ['2.4G', '5G'];
  return {
    id,
    name: '',
    enabled: true,
    ssid: '',
    hasSecondName: false,
    ssid5g: '',
    hidden: false,
    bands,
    mode: 'wpa3-sae-wpa2-psk',
    cipher: 'AES',
    key: '',
    keyId: undefined,
    rawKey: false,
    radiusIp: '',
    radiusPort: RADIUS_PORT,
    radiusSecret: '',
    radiusSecretId: undefined,
    keyUpdateSeconds: 3600,
    maxClients: DEFAULT_CLIENTS,
    vlanId: '',
    guest: false,
    upMbps: '',
    downMbps: '',
    shutdowns: [],
    dhcp: 'user',
    thresholdDbm: '',
    everywhere: true,
    devices: [],
  };
}

/** Returns the number of clients that the other policies leave to a policy on every radio that broadcasts it. */
export function countFreeClients(
  { bands, devices, everywhere, id }: PolicyValues,
  { policies }: WirelessConfig = EMPTY_WIRELESS,
): number {
  const others = policies.filter(
    (policy) =>
      policy.enabled &&
      policy.id !== id &&
      doDevicesOverlap(policy, { devices: everywhere ? 'all' : devices }),
  );
  const taken = listReachedBands({ bands }).map((band) =>
    others
      .filter((policy) => listReachedBands(policy).includes(band))
      .reduce((sum, { maxClients }) => sum + maxClients, 0),
  );
  return Math.max(0, MAX_CLIENTS_LIMIT - Math.max(0, ...taken));
}

const KBPS = 1000;
const orEmpty = (value: number | undefined): number | '' => value ?? '';
const toMbps = (kbps: number | undefined): number | '' => (kbps === undefined ? '' : kbps / KBPS);
const toKbps = (mbps: number | ''): number | undefined => (mbps === '' ? undefined : Math.round(mbps * KBPS));
const toNumber = (value: number | ''): number => (value === '' ? Number.NaN : value);

export function toPolicyValues(policy: WifiPolicy): PolicyValues {
  const { security } = policy;
  const radius = 'radius' in security ? security.radius : undefined;
  return {
    id: policy.id,
    name: policy.name,
    enabled: policy.enabled,
    ssid: policy.ssid,
    hasSecondName: policy.ssid5g !== undefined,
    ssid5g: policy.ssid5g ?? '',
    hidden: policy.hidden,
    bands: [...policy.bands],
    mode: security.mode,
    cipher: security.mode === 'open' ? 'AES' : getCipherChoice(security.ciphers),
    key: ('key' in security && security.key) || '',
    keyId: 'keyId' in security ? security.keyId : undefined,
    rawKey: 'rawKey' in security && security.rawKey === true,
    radiusIp: radius?.ip ?? '',
    radiusPort: radius?.port ?? RADIUS_PORT,
    radiusSecret: radius?.secret ?? '',
    radiusSecretId: radius?.secretId,
    keyUpdateSeconds: security.mode === 'open' ? 3600 : security.keyUpdateSeconds,
    maxClients: policy.maxClients,
    vlanId: orEmpty(policy.vlanId),
    guest: policy.guest,
    upMbps: toMbps(policy.upKbps),
    downMbps: toMbps(policy.downKbps),
    shutdowns: policy.shutdowns.map((period) => ({ ...period, days: [...period.days] })),
    dhcp: policy.dhcp,
    thresholdDbm: orEmpty(policy.accessThresholdDbm),
    everywhere: policy.devices === 'all',
    devices: policy.devices === 'all' ? [] : [...policy.devices],
  };
}

export function toPolicy(values: PolicyValues): WifiPolicy {
  const { devices, dhcp, enabled, everywhere, guest, hidden, id, name, shutdowns, ssid } = values;
  const [upKbps, downKbps] = [toKbps(values.upMbps), toKbps(values.downMbps)];
  return {
    id,
    name,
    enabled,
    ssid,
    ...(values.hasSecondName && { ssid5g: values.ssid5g }),
    hidden,
    bands: BANDS.filter((band) => values.bands.includes(band)),
    security: toSecurity(values),
    maxClients: toNumber(values.maxClients),
    ...(values.vlanId !== '' && { vlanId: values.vlanId }),
    guest,
    ...(upKbps !== undefined && { upKbps }),
    ...(downKbps !== undefined && { downKbps }),
    shutdowns,
    dhcp,
    ...(values.thresholdDbm !== '' && { accessThresholdDbm: values.thresholdDbm }),
    devices: everywhere ? 'all' : devices,
  };
}

/** Uses the new secret if there is one, otherwise the id of the stored secret. */
function toSecurity({ cipher, keyUpdateSeconds, mode, ...values }: PolicyValues): WifiSecurity {
  if (mode === 'open') return { mode };
  const common = { ciphers: getCiphers(cipher), keyUpdateSeconds: toNumber(keyUpdateSeconds) };
  const { key, keyId, radiusIp: ip, radiusPort, radiusSecret: secret, radiusSecretId: secretId } = values;
  if (mode !== 'wpa' && mode !== 'wpa2')
    return {
      mode,
      ...common,
      ...(key !== '' ? { key } : keyId !== undefined && { keyId, ...(values.rawKey && { rawKey: true }) }),
    };
  return {
    mode,
    ...common,
    radius: {
      ip,
      port: toNumber(radiusPort),
      ...(secret !== '' ? { secret } : secretId !== undefined && { secretId }),
    },
  };
}

/** Returns the requested cipher if the mode supports it, otherwise the first cipher of the mode. */
export const chooseCipher = (mode: PolicyMode, wanted: CipherChoice): CipherChoice =>
  CIPHERS_BY_MODE[mode].includes(wanted) ? wanted : (CIPHERS_BY_MODE[mode][0] ?? wanted);

/** Returns the form field of a path inside a policy. */
export function toField(path: string): string {
  const [first = '', second = '', third = ''] = path.split('.');
  if (first === 'security') {
    if (second === 'radius')
      return third === 'ip' ? 'radiusIp' : third === 'port' ? 'radiusPort' : 'radiusSecret';
    return second === 'ciphers' ? 'cipher' : second || 'mode';
  }
  // Keeps the full path, because each period has its own fields.
  if (first === 'shutdowns') return path;
  return FIELDS[first] ?? (first || 'name');
}

const FIELDS: Readonly<Record<string, string>> = {
  upKbps: 'upMbps',
  downKbps: 'downMbps',
  accessThresholdDbm: 'thresholdDbm',
  id: 'name',
};
