import type { StatMessage, TopoMessage } from '@northlight/contract/device-protocol';
import type { AlarmKind } from '../contract-types.ts';
import type { AlarmChange, BirthFacts, DeviceRecord, WorkRow } from '../records.ts';
import { mergeNearby } from '../merge-nearby.ts';
import { getPartTime, type StatUpdate, TIMED_PARTS, type TimedPart } from '../store.ts';

/** Latest figures of a device. A figure that a report omits keeps its earlier value. */
export interface Figures {
  readonly cpu?: number | undefined;
  readonly mem?: number | undefined;
  readonly uptimeSeconds?: number | undefined;
  readonly clients?: number | undefined;
  readonly ip?: string | undefined;
  readonly uplinkPort?: string | undefined;
  readonly neighbours?: TopoMessage['lldp'] | undefined;
  readonly radios?: StatMessage['radios'] | undefined;
  readonly wans?: StatMessage['wans'] | undefined;
  readonly dhcpPools?: StatMessage['dhcpPools'] | undefined;
  readonly backhaul?: StatMessage['backhaul'] | undefined;
  readonly bridge?: StatMessage['bridge'] | undefined;
  readonly nearbyNetworks?: StatMessage['nearbyNetworks'] | undefined;
  readonly nearbyChannels?: StatMessage['nearbyChannels'] | undefined;
  /** Sample times of the parts that many reports omit. */
  readonly partsAt?: Readonly<Partial<Record<TimedPart, number>>> | undefined;
  readonly reportedAt: number;
}

export interface StoredAlarm {
  readonly deviceId: string;
  readonly kind: AlarmKind;
  readonly severity: AlarmChange['severity'];
  readonly event: string;
  readonly eventId: string | undefined;
  readonly open: boolean;
}

/** Data of one claimed device in the memory store. */
export interface StoredDevice {
  readonly sn: string;
  record: DeviceRecord;
  tokenHash: string | undefined;
  /** Offered token that has not been used. */
  next: { readonly tokenHash: string; readonly salt: string } | undefined;
  /** Fingerprints of the certificate in use and of the offered one. */
  certificate: string | undefined;
  nextCertificate: string | undefined;
  instance: string | undefined;
  facts: BirthFacts | undefined;
  figures: Figures | undefined;
  work: WorkRow[];
}

/** MAC of every device of the memory store, and of sample births. */
export const SAMPLE_MAC = '02:4e:4c:00:00:01';

export function createDeviceRecord(
  { id, name, projectId, sn }: Pick<DeviceRecord, 'id' | 'name' | 'projectId' | 'sn'>,
  now: number,
): DeviceRecord {
  return {
    id,
    projectId,
    name,
    sn,
    mac: SAMPLE_MAC,
    kind: 'gateway',
    epoch: 0,
    state: 0,
    stateAt: now,
    waiting: true,
    session: undefined,
    boot: undefined,
    managed: 'cloud',
    desired: undefined,
    reportedRev: 0,
    reportedHash: '',
    reportedStatus: 'none',
    reportedIssues: [],
    badRev: 0,
    sentRev: 0,
    seenRev: 0,
  };
}

export function computeFiguresAfter(earlier: Figures | undefined, update: StatUpdate): Figures {
  const { message, sampledAt } = update;
  if (earlier && earlier.reportedAt > sampledAt) return earlier;
  return {
    cpu: message.cpu ?? earlier?.cpu,
    mem: message.mem ?? earlier?.mem,
    uptimeSeconds:
      message.uptimeSeconds === undefined ? earlier?.uptimeSeconds : Math.round(message.uptimeSeconds),
    clients: message.clients ?? earlier?.clients,
    ip: message.nets?.ip ?? earlier?.ip,
    uplinkPort: (message.nets ?? earlier)?.uplinkPort,
    neighbours: earlier?.neighbours,
    radios: message.radios ?? earlier?.radios,
    wans: message.wans ?? earlier?.wans,
    dhcpPools: message.dhcpPools ?? earlier?.dhcpPools,
    backhaul: message.backhaul ?? earlier?.backhaul,
    bridge: message.bridge ?? earlier?.bridge,
    ...mergeNearby(earlier ?? {}, message),
    partsAt: {
      ...earlier?.partsAt,
      ...Object.fromEntries(
        TIMED_PARTS.filter((part) => message[part]).map((part) => [part, getPartTime(update, part)]),
      ),
    },
    reportedAt: sampledAt,
  };
}

export function computeFiguresAtBirth(earlier: Figures | undefined, facts: BirthFacts): Figures {
  return {
    ...earlier,
    ip: facts.nets.ip,
    uplinkPort: facts.nets.uplinkPort,
    uptimeSeconds: Math.round(facts.uptimeSeconds),
    reportedAt: facts.bornAt,
  };
}
