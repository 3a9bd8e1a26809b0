import {
  type BridgeDevice,
  type BridgeLink,
  bridgeLink,
  DEFAULT_BRIDGE_CLIENTS,
  type NetworkConfig,
  type NetworkScope,
} from '@northlight/contract';
import { findItemErrors, mapToFields } from '../item-errors.ts';

/** Form values of a bridge link. An empty key keeps the stored one. */
export interface LinkValues extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly baseId: string | null;
  readonly clientIds: string[];
  readonly ssid: string;
  readonly key: string;
  /** Id of the stored key. */
  readonly keyId: string | undefined;
  readonly channel: string;
  readonly widthMhz: string;
  /** Transmit power (dBm); empty for automatic power. */
  readonly powerDbm: number | '';
  readonly distanceMetres: number | '';
  readonly maxClients: number | '';
  readonly peerLock: boolean;
  readonly carriesAll: boolean;
  readonly vlans: string[];
}

/** Returns the values of a new link between bridges that are in no link: the first base and its clients. */
export function createLinkValues(id: string, free: readonly BridgeDevice[]): LinkValues {
  const base = free.find(({ role }) => role === 'bridge-base') ?? free[0];
  const client = free.find((each) => each !== base && each.role === 'bridge-client');
  return {
    id,
    name: '',
    baseId: base?.id ?? null,
    clientIds: client ? [client.id] : [],
    ssid: '',
    key: '',
    keyId: undefined,
    channel: 'auto',
    widthMhz: 'auto',
    powerDbm: '',
    distanceMetres: '',
    maxClients: Math.min(base?.maxClients ?? DEFAULT_BRIDGE_CLIENTS, DEFAULT_BRIDGE_CLIENTS),
    peerLock: true,
    carriesAll: true,
    vlans: [],
  };
}

export const toLinkValues = (link: BridgeLink): LinkValues => ({
  id: link.id,
  name: link.name,
  baseId: link.baseId,
  clientIds: [...link.clientIds],
  ssid: link.ssid,
  key: link.key ?? '',
  keyId: link.keyId,
  channel: String(link.channel),
  widthMhz: String(link.widthMhz),
  powerDbm: link.powerDbm === 'auto' ? '' : link.powerDbm,
  distanceMetres: link.distanceMetres,
  maxClients: link.maxClients,
  peerLock: link.peerLock,
  carriesAll: link.vlans === 'all',
  vlans: link.vlans === 'all' ? [] : link.vlans.map(String),
});

const toNumber = (value: number | ''): number => (value === '' ? Number.NaN : value);
const toNumberOrAuto = (value: string): number | 'auto' => (value === 'auto' ? value : Number(value));

export const toLink = ({ carriesAll, key, keyId, ...values }: LinkValues): BridgeLink => ({
  id: values.id,
  name: values.name,
  baseId: values.baseId ?? '',
  clientIds: values.clientIds,
  ssid: values.ssid,
  ...(key !== '' && { key }),
  ...(keyId !== undefined && key === '' && { keyId }),
  channel: toNumberOrAuto(values.channel),
  widthMhz: toNumberOrAuto(values.widthMhz) as BridgeLink['widthMhz'],
  powerDbm: values.powerDbm === '' ? 'auto' : values.powerDbm,
  distanceMetres: toNumber(values.distanceMetres),
  maxClients: toNumber(values.maxClients),
  peerLock: values.peerLock,
  vlans: carriesAll ? 'all' : values.vlans.map(Number),
});

/** Returns the errors of the form by field. Errors of single clients and VLANs belong to their list. */
export const findLinkErrors = (
  values: LinkValues,
  config: NetworkConfig,
  scope: NetworkScope,
): Record<string, string> =>
  mapToFields(
    findItemErrors(
      { list: 'bridgeLinks', next: toLink(values), replaced: values.id, schema: bridgeLink },
      config,
      scope,
    ),
    (path) => path.split('.')[0] || 'name',
  );

/** Summarizes the bridges of a link: `House → Barn, Stable`. */
export function summarizeBridges(
  { baseId, clientIds }: Pick<LinkValues, 'baseId' | 'clientIds'>,
  devices: readonly Pick<BridgeDevice, 'id' | 'name'>[],
): string {
  const nameOf = (wanted: string | null) => devices.find(({ id }) => id === wanted)?.name ?? 'removed bridge';
  return `${nameOf(baseId)} → ${clientIds.map(nameOf).join(', ')}`;
}

/** Summarizes the radio of a link: `300 m, channel 100, 40 MHz`. */
export function summarizeRadio({
  channel,
  distanceMetres,
  widthMhz,
}: Pick<LinkValues, 'channel' | 'distanceMetres' | 'widthMhz'>): string {
  return [
    `${distanceMetres} m`,
    channel === 'auto' ? 'automatic channel' : `channel ${channel}`,
    ...(widthMhz === 'auto' ? [] : [`${widthMhz} MHz`]),
  ].join(', ');
}
